// One line of the configuration form: a label, an editor for one key of RunConfig and, where the value
// is wrong, the words that say why.
#pragma once
#include <QWidget>
#include <optional>

#include "model/config/keys.h"

class QGridLayout;
class QLabel;

namespace attx {

inline constexpr int labelWidth = 120;  // px; of every row of the form

class FormField : public QWidget {
    Q_OBJECT
public:
    /// `key` is one of runConfigKeys() that the form has a label for.
    explicit FormField(const KeyInfo& key, QWidget* parent = nullptr);

    [[nodiscard]] const std::string& path() const { return key_.path; }
    /// Whether the key means anything to `config`; it is hidden otherwise. No data are those of a network
    /// that answers no task.
    [[nodiscard]] bool isRelevant(const RunConfig& config) const;
    /// Shows the value of its key; emits nothing.
    virtual void show(const RunConfig& config) = 0;
    /// Writes what is typed into its key. A text that is no value leaves the key and says why.
    [[nodiscard]] virtual std::optional<QString> store(RunConfig& config) const = 0;

    /// The text of a field whose text may be no value; type() does as if it were typed now.
    [[nodiscard]] virtual QString typed() const { return {}; }
    virtual void type(const QString& /*text*/) {}

    /// Empty: nothing is wrong.
    void setProblem(const QString& problem);
    [[nodiscard]] QString problem() const;
    [[nodiscard]] QString label() const;
    void setLocked(bool locked);
    [[nodiscard]] QWidget* editor() const { return editor_; }

Q_SIGNALS:
    void edited();

protected:
    /// Takes the editor as a child and gives it name, tool tip and place.
    void setEditor(QWidget* editor);
    /// The name gives way where the editor needs `px` and has less, but never so far that it is cut itself.
    void giveRoom(int px);
    [[nodiscard]] const KeyInfo& key() const { return key_; }
    /// The key's value, which is a T.
    template <class T>
    [[nodiscard]] T& valueIn(RunConfig& config) const {
        return *std::get<T*>(key_.place(config));
    }
    template <class T>
    [[nodiscard]] T valueOf(RunConfig config) const {
        return valueIn<T>(config);
    }
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void colorProblem();

    const KeyInfo& key_;
    QGridLayout* layout_ = nullptr;
    QLabel* label_ = nullptr;
    QLabel* problemLabel_ = nullptr;
    QWidget* editor_ = nullptr;
};

/// What a line for a file asks: `example` stands in the empty line, `filter` as in QFileDialog.
struct FileChoice {
    QString example, tip, filter;
    bool folders = false;  ///< a folder will do, too
};
/// By the type of its value: a number with arrows (or, without a step, one that is typed: "5e-4" too), a box
/// to tick, a choice, a file.
[[nodiscard]] FormField* makeField(const KeyInfo& key, const FileChoice& file = {});

/// Scrolling a form must not change the values that pass under the pointer: without the focus, `editor` lets
/// the wheel through. A number field lets the space bar through, which trains.
void guardEditor(QWidget* editor);

/// "5e-4", "0.1", "1": the shortest text that reads back as the same number.
[[nodiscard]] QString shortNumber(double value);

}  // namespace attx
