#include "model/foreign/pickle.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <map>
#include <optional>

#include "model/files/error.h"
#include "model/files/text.h"
#include "model/foreign/bytes.h"

namespace attx {
namespace {

using Kind = TreeValue::Kind;

/// Names that stand for a dictionary with attributes: calling them gives an empty one.
constexpr std::array mapNames{"collections.OrderedDict",
                              "argparse.Namespace",
                              "pytorch_lightning.utilities.parsing.AttributeDict",
                              "lightning.pytorch.utilities.parsing.AttributeDict",
                              "lightning_fabric.utilities.data.AttributeDict",
                              "lightning.fabric.utilities.data.AttributeDict"};

struct StorageType {
    const char* name;
    ElementType type;
};
constexpr std::array storageTypes{StorageType{"torch.FloatStorage", ElementType::F32},
                                  StorageType{"torch.DoubleStorage", ElementType::F64},
                                  StorageType{"torch.HalfStorage", ElementType::F16},
                                  StorageType{"torch.BFloat16Storage", ElementType::BF16},
                                  StorageType{"torch.LongStorage", ElementType::I64},
                                  StorageType{"torch.IntStorage", ElementType::I32},
                                  StorageType{"torch.ShortStorage", ElementType::I16},
                                  StorageType{"torch.CharStorage", ElementType::I8},
                                  StorageType{"torch.ByteStorage", ElementType::U8},
                                  StorageType{"torch.BoolStorage", ElementType::Bool}};

class PickleReader {
public:
    PickleReader(std::string_view& bytes, Tree& tree) : bytes_(bytes), tree_(tree) {}

    void read() {
        while (!ended_) step(uint8_t(take(1)[0]));
        tree_.root = pop();
        if (tree_.root.kind == Kind::Object) throw refusedObject(tree_.textOf(tree_.root));
    }

private:
    [[nodiscard]] Error fail(const std::string& what) const {
        return inputError(tree_.source() + ": not a checkpoint that can be read: " + what);
    }

    [[nodiscard]] Error refusedCall(const std::string& name) const {
        return inputError(tree_.source() + ": cannot be opened safely: it would run code (" +
                          shortened(name) + "). It was not run.");
    }
    /// The whole file is an instance of a class, as torch.save(model) writes it.
    [[nodiscard]] Error refusedObject(const std::string& name) const {
        return inputError(std::string(refusedCall(name).what()) +
                          " If the file is a whole module (torch.save(model)), save its weights alone: "
                          "torch.save(model.state_dict(), \"weights.pt\").");
    }
    /// Stands for an instance that Python would make: settings of other packages lie next to weights.
    void pushObject(const std::string& name) {
        if (std::ranges::find(tree_.objects, name) == tree_.objects.end()) tree_.objects.push_back(name);
        push(tree_.text(name, Kind::Object));
    }
    /// By their names: classes begin with a capital.
    static bool isClassName(const std::string& name) {
        const size_t dot = name.rfind('.');
        return dot != std::string::npos && dot + 1 < name.size() && name[dot + 1] >= 'A' &&
               name[dot + 1] <= 'Z';
    }

    // --- bytes ---
    std::string_view take(uint64_t count) {
        if (count > bytes_.size()) throw fail("its pickle ends too early.");
        const std::string_view taken = bytes_.substr(0, size_t(count));
        bytes_.remove_prefix(size_t(count));
        return taken;
    }
    template <class Number>
    Number number() {
        return load<Number>(take(sizeof(Number)), 0);
    }
    std::string_view line() {
        const size_t end = bytes_.find('\n');
        if (end == std::string_view::npos) throw fail("its pickle ends too early.");
        const std::string_view text = take(end);
        (void)take(1);
        return text;
    }
    template <class Number>
    Number parsed(std::string_view text) {
        if (const auto value = numberIn<Number>(text)) return *value;
        throw fail("a number in its pickle is damaged.");
    }

    // --- the stack ---
    void push(const TreeValue& value) {
        tree_.spend();
        stack_.push_back(value);
    }
    TreeValue pop() {
        if (stack_.size() <= floor()) throw fail("its pickle takes more from the stack than is there.");
        const TreeValue value = stack_.back();
        stack_.pop_back();
        return value;
    }
    [[nodiscard]] size_t floor() const { return marks_.empty() ? 0 : marks_.back(); }
    /// A container of what has been pushed since the last mark.
    TreeValue popMarked(Kind kind) {
        const TreeValue result = tree_.container(kind);
        popMarkedInto(result);
        return result;
    }
    void popMarkedInto(const TreeValue& container) {
        if (marks_.empty()) throw fail("its pickle lacks a mark.");
        const size_t first = marks_.back();
        marks_.pop_back();
        for (size_t i = first; i < stack_.size() && container.kind != Kind::Object; ++i)
            tree_.append(container, stack_[i]);  // what is added to an object is dropped
        stack_.resize(first);
    }
    TreeValue popped(Kind kind, size_t count) {
        const TreeValue result = tree_.container(kind);
        if (stack_.size() < floor() + count)
            throw fail("its pickle takes more from the stack than is there.");
        for (size_t i = stack_.size() - count; i < stack_.size(); ++i) tree_.append(result, stack_[i]);
        stack_.resize(stack_.size() - count);
        return result;
    }
    /// What a marked series is added to: the value below the mark.
    TreeValue belowMark(Kind kind, const char* what) {
        if (marks_.empty() || marks_.back() == 0) throw fail("its pickle lacks a mark.");
        const TreeValue target = stack_[marks_.back() - 1];
        if (target.kind != kind && target.kind != Kind::Object)
            throw fail(std::string("its pickle adds to something that is no ") + what + ".");
        return target;
    }
    void remember(uint64_t key) {
        if (stack_.size() <= floor()) throw fail("its pickle remembers nothing.");
        tree_.spend(4);
        memo_[key] = stack_.back();
    }
    void recall(uint64_t key) {
        const auto found = memo_.find(key);
        if (found == memo_.end()) throw fail("its pickle recalls what it never remembered.");
        push(found->second);
    }

    void pushInteger(int64_t value, Kind kind = Kind::Integer) { push({.kind = kind, .integer = value}); }
    void pushReal(double value) { push({.kind = Kind::Real, .real = value}); }
    /// Two's complement, the lowest byte first; longer numbers than 8 bytes become real ones.
    void pushLong(std::string_view raw) {
        const bool negative = !raw.empty() && (raw.back() & 0x80);
        if (raw.size() <= sizeof(int64_t)) {
            uint64_t value = negative ? ~uint64_t{0} : 0;
            std::memcpy(&value, raw.data(), raw.size());
            pushInteger(int64_t(value));
            return;
        }
        double value = 0;
        for (size_t i = raw.size(); i-- > 0;) value = value * 256 + uint8_t(raw[i]);
        pushReal(value);
    }

    // --- what Python would call ---
    void pushName(std::string_view module, std::string_view name) {
        if (module.size() + name.size() >= longestName) throw fail("a name in its pickle is damaged.");
        push(tree_.text(std::string(module).append(".").append(name), Kind::Name));
    }
    [[nodiscard]] std::string nameOf(const TreeValue& value) const {
        return value.kind == Kind::Name ? tree_.textOf(value) : "something that it built";
    }
    void call(bool newObject) {
        const TreeValue arguments = pop(), callee = pop();
        const std::string name = nameOf(callee);
        if (arguments.kind != Kind::List) throw fail("its pickle calls without arguments.");
        if (std::ranges::find(mapNames, name) != mapNames.end()) {
            push(tree_.container(Kind::Map));
            // OrderedDict([(key, value), …])
            if (const auto& items = tree_.items(arguments); !items.empty() && items[0].kind == Kind::List) {
                const TreeValue map = stack_.back();
                for (const TreeValue& pair : std::vector(tree_.items(items[0]))) {
                    if (pair.kind != Kind::List || tree_.items(pair).size() != 2)
                        throw fail("a dictionary in its pickle is damaged.");
                    tree_.append(map, tree_.items(pair)[0]);
                    tree_.append(map, tree_.items(pair)[1]);
                }
            }
        } else if (name == "torch._utils._rebuild_tensor_v2" || name == "torch._utils._rebuild_tensor") {
            push(rebuiltTensor(arguments));
        } else if (name == "torch._utils._rebuild_parameter" ||
                   name == "torch._utils._rebuild_parameter_with_state") {
            if (tree_.items(arguments).empty()) throw fail("a parameter in its pickle is damaged.");
            push(TreeValue(tree_.items(arguments)[0]));
        } else if (name == "torch.Size" || name == "builtins.set" || name == "builtins.frozenset") {
            const auto& items = tree_.items(arguments);
            push(items.empty() ? arguments : TreeValue(items[0]));
        } else if (name == "torch.device") {
            push(arguments);
        } else if (newObject || isClassName(name)) {
            pushObject(name);
        } else {
            throw refusedCall(name);
        }
    }
    TreeValue rebuiltTensor(const TreeValue& given) {
        const std::vector<TreeValue>& arguments = tree_.items(given);
        const auto listOf = [&](size_t i) -> std::vector<int64_t> {
            std::vector<int64_t> numbers;
            if (arguments[i].kind != Kind::List) throw fail("a tensor in its pickle is damaged.");
            for (const TreeValue& item : tree_.items(arguments[i])) {
                if (item.kind != Kind::Integer) throw fail("a tensor in its pickle is damaged.");
                numbers.push_back(item.integer);
            }
            return numbers;
        };
        if (arguments.size() < 4 || arguments[0].kind != Kind::Storage || arguments[1].kind != Kind::Integer)
            throw fail("a tensor in its pickle is damaged.");
        const auto& storage = tree_.items(arguments[0]);  // type, key
        TensorView view{static_cast<ElementType>(storage[0].integer), uint32_t(storage[1].integer),
                        arguments[1].integer, listOf(2), listOf(3)};
        if (view.shape.size() != view.strides.size()) throw fail("a tensor in its pickle is damaged.");
        return tree_.tensor(std::move(view));
    }
    /// ('storage', type, key, device, elements[, view]): what a tensor's elements lie in.
    void persistent() {
        const TreeValue id = pop();
        static const std::vector<TreeValue> none;
        const std::vector<TreeValue>& parts = id.kind == Kind::List ? tree_.items(id) : none;
        if (parts.size() > 1 && parts[0].kind == Kind::Text && tree_.textOf(parts[0]) == "module")
            throw refusedObject(nameOf(parts[1]));  // Its text names the file already
        if (parts.size() < 5 || parts[0].kind != Kind::Text || tree_.textOf(parts[0]) != "storage" ||
            parts[2].kind != Kind::Text)
            throw fail("its pickle refers to something outside that is no storage of a tensor.");
        if (parts.size() > 5 && parts[5].kind != Kind::None)
            throw fail("a storage in it is a view of another one; save it again with a newer PyTorch.");
        std::optional<ElementType> type;
        for (const StorageType& known : storageTypes)
            if (parts[1].kind == Kind::Name && tree_.textOf(parts[1]) == known.name) type = known.type;
        if (!type)
            throw fail("it has a storage of type " + shortened(nameOf(parts[1])) +
                       ", which is not known here.");
        const std::string& key = tree_.textOf(parts[2]);
        const auto [found, isNew] = storages_.try_emplace(key, tree_.storageKeys.size());
        if (isNew) {
            tree_.storageKeys.push_back(key);
            tree_.storageElementBytes.push_back(elementBytes(*type));
        }
        const TreeValue storage = tree_.container(Kind::Storage);
        for (const int64_t number : {int64_t(*type), int64_t(found->second)})
            tree_.append(storage, {.kind = Kind::Integer, .integer = number});
        push(storage);
    }
    /// __setstate__ or __dict__.update: only for dictionaries with attributes.
    void build() {
        const TreeValue state = pop();
        const TreeValue object = pop();
        if (object.kind == Kind::Map && state.kind == Kind::Map && state.index != object.index)
            for (const TreeValue& item : std::vector(tree_.items(state))) tree_.append(object, item);
        push(object);  // attributes of anything else (an OrderedDict's _metadata) do not matter
    }
    static bool takesItems(const TreeValue& value) {
        return value.kind == Kind::Map || value.kind == Kind::Object;  // Items of an Object are dropped
    }
    void setItems(const TreeValue& map, size_t count) {
        if (count % 2 != 0) throw fail("a dictionary in its pickle is damaged.");
        const size_t first = stack_.size() - count;
        for (size_t i = first; i < stack_.size() && map.kind == Kind::Map; ++i) tree_.append(map, stack_[i]);
        stack_.resize(first);
    }

    void step(uint8_t instruction);

    std::string_view& bytes_;
    Tree& tree_;
    std::vector<TreeValue> stack_;
    std::vector<size_t> marks_;
    std::map<uint64_t, TreeValue> memo_;
    std::map<std::string, size_t> storages_;
    bool ended_ = false;
};

void PickleReader::step(uint8_t instruction) {
    switch (instruction) {
        case 0x80:  // PROTO
            if (const auto protocol = number<uint8_t>(); protocol > 5)
                throw fail("its pickle has protocol " + std::to_string(protocol) +
                           "; 5 is the newest known.");
            return;
        case 0x95:  // FRAME
            (void)take(8);
            return;
        case '.':  // STOP
            ended_ = true;
            return;
        case '(':  // MARK
            tree_.spend();
            marks_.push_back(stack_.size());
            return;
        case '0':  // POP
            if (!marks_.empty() && marks_.back() == stack_.size())
                marks_.pop_back();
            else
                (void)pop();
            return;
        case '1':  // POP_MARK
            if (marks_.empty()) throw fail("its pickle lacks a mark.");
            stack_.resize(marks_.back());
            marks_.pop_back();
            return;
        case '2': {  // DUP
            const TreeValue top = pop();
            push(top);
            return push(top);
        }
        case 'N':
            return push({});
        case 0x88:
        case 0x89:
            return pushInteger(instruction == 0x88, Kind::Boolean);
        case 'I': {  // INT; 00 and 01 are truth values
            const std::string_view text = line();
            if (text == "00" || text == "01") return pushInteger(text == "01", Kind::Boolean);
            return pushInteger(parsed<int64_t>(text));
        }
        case 'J':
            return pushInteger(number<int32_t>());
        case 'K':
            return pushInteger(number<uint8_t>());
        case 'M':
            return pushInteger(number<uint16_t>());
        case 'L': {
            std::string_view text = line();
            if (text.ends_with('L')) text.remove_suffix(1);
            return pushInteger(parsed<int64_t>(text));
        }
        case 0x8a:
            return pushLong(take(number<uint8_t>()));
        case 0x8b:
            return pushLong(take(number<uint32_t>()));
        case 'F':
            return pushReal(parsed<double>(line()));
        case 'G': {  // the highest byte first
            uint64_t bits = 0;
            for (const char byte : take(8)) bits = bits << 8 | uint8_t(byte);
            return pushReal(std::bit_cast<double>(bits));
        }
        case 'V':
            return push(tree_.text(line()));
        case 'S': {  // Text between quotes
            const std::string_view quoted = line();
            if (quoted.size() < 2) throw fail("a text in its pickle is damaged.");
            return push(tree_.text(quoted.substr(1, quoted.size() - 2)));
        }
        case 'U':
        case 'C':
        case 0x8c:
            return push(tree_.text(take(number<uint8_t>())));
        case 'T':
        case 'B':
        case 'X':
            return push(tree_.text(take(number<uint32_t>())));
        case 0x8d:
        case 0x8e:
        case 0x96:
            return push(tree_.text(take(number<uint64_t>())));
        case ']':
        case ')':
        case 0x8f:
            return push(tree_.container(Kind::List));
        case '}':
            return push(tree_.container(Kind::Map));
        case 'l':
        case 't':
        case 0x91:
            return push(popMarked(Kind::List));
        case 'd': {
            const TreeValue map = popMarked(Kind::Map);
            if (tree_.items(map).size() % 2 != 0) throw fail("a dictionary in its pickle is damaged.");
            return push(map);
        }
        case 0x85:
        case 0x86:
        case 0x87:
            return push(popped(Kind::List, instruction - 0x84U));
        case 'a': {
            const TreeValue item = pop();
            if (stack_.size() > floor() && stack_.back().kind == Kind::Object) return;
            if (stack_.size() <= floor() || stack_.back().kind != Kind::List)
                throw fail("its pickle adds to something that is no list.");
            return tree_.append(stack_.back(), item);
        }
        case 'e':
        case 0x90:
            return popMarkedInto(belowMark(Kind::List, "list"));
        case 's':
            if (stack_.size() < floor() + 3 || !takesItems(stack_[stack_.size() - 3]))
                throw fail("its pickle adds to something that is no dictionary.");
            return setItems(stack_[stack_.size() - 3], 2);
        case 'u': {
            const TreeValue map = belowMark(Kind::Map, "dictionary");
            const size_t first = marks_.back();
            marks_.pop_back();
            return setItems(map, stack_.size() - first);
        }
        case 'p':
            return remember(parsed<uint64_t>(line()));
        case 'q':
            return remember(number<uint8_t>());
        case 'r':
            return remember(number<uint32_t>());
        case 0x94:
            return remember(memo_.size());
        case 'g':
            return recall(parsed<uint64_t>(line()));
        case 'h':
            return recall(number<uint8_t>());
        case 'j':
            return recall(number<uint32_t>());
        case 'c': {  // GLOBAL
            const std::string_view module = line();
            return pushName(module, line());
        }
        case 0x93: {  // STACK_GLOBAL
            const TreeValue name = pop(), module = pop();
            if (name.kind != Kind::Text || module.kind != Kind::Text)
                throw fail("a name in its pickle is damaged.");
            return pushName(tree_.textOf(module), tree_.textOf(name));
        }
        case 'R':
        case 0x81:  // NEWOBJ
            return call(instruction == 0x81);
        case 'b':
            return build();
        case 'Q':
            return persistent();
        case 'i': {  // INST
            const std::string module(line());
            throw refusedCall(module + "." + std::string(line()));
        }
        case 'o':  // OBJ: the class stands behind the mark
            if (marks_.empty() || marks_.back() >= stack_.size()) throw fail("its pickle lacks a mark.");
            throw refusedCall(nameOf(stack_[marks_.back()]));
        case 0x92: {  // NEWOBJ_EX: class, arguments, keywords
            (void)pop();
            (void)pop();
            return pushObject(nameOf(pop()));
        }
        case 'P':
            throw fail("its pickle refers to something outside (instruction PERSID).");
        case 0x82:
        case 0x83:
        case 0x84:
            throw fail("its pickle uses a registry of extensions (instruction EXT), which data do not need.");
        case 0x97:
        case 0x98:
            throw fail("its pickle has buffers outside of itself (instruction NEXT_BUFFER).");
        default:
            throw fail("its pickle has an unknown instruction, " + std::to_string(instruction) + ".");
    }
}

}  // namespace

void readPickle(std::string_view& bytes, Tree& tree) { PickleReader(bytes, tree).read(); }

}  // namespace attx
