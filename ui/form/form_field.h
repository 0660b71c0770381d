// One line of the configuration form: a label, an editor for one key of RunConfig and, where the value
// is wrong, the words that say why.
#pragma once
#include <QWidget>
#include <optional>

#include "model/config/config.h"

class QGridLayout;
class QLabel;

namespace attx {

class FormField : public QWidget {
    Q_OBJECT
public:
    /// `path` is a key of runConfigKeys().
    FormField(const std::string& path, const QString& label, QWidget* parent = nullptr);

    [[nodiscard]] const std::string& path() const { return path_; }
    /// Shows the value of its key; emits nothing.
    virtual void show(const RunConfig& config) = 0;
    /// Writes what is typed into its key. A text that is no value leaves the key and says why.
    [[nodiscard]] virtual std::optional<QString> store(RunConfig& config) const = 0;

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
    [[nodiscard]] const KeyInfo& key() const { return key_; }
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void colorProblem();

    const std::string path_;
    const KeyInfo key_;
    QGridLayout* layout_ = nullptr;
    QLabel* label_ = nullptr;
    QLabel* problemLabel_ = nullptr;
    QWidget* editor_ = nullptr;
};

/// How a field reaches its value.
template <class T>
using Member = T& (*)(RunConfig&);

FormField* makeNumberField(const std::string& path, const QString& label, Member<int> member, int step = 1);
/// A number that is typed, "5e-4" too.
FormField* makeRealField(const std::string& path, const QString& label, Member<double> member);
/// A number with arrows.
FormField* makeShareField(const std::string& path, const QString& label, Member<double> member, double step);
FormField* makeSeedField(const std::string& path, const QString& label, Member<uint64_t> member);
FormField* makeFlagField(const std::string& path, const QString& label, Member<bool> member);
/// A file or, with `folders`, a folder too. `example` stands in the empty line, `filter` as in QFileDialog.
struct FileChoice {
    QString example, tip, filter;
    bool folders = false;
};
FormField* makeFileField(const std::string& path, const QString& label, Member<std::string> member,
                         const FileChoice& choice);

/// An enumeration; `names` in the order of its values.
FormField* makeChoiceField(const std::string& path, const QString& label, const QStringList& names,
                           int (*get)(const RunConfig&), void (*set)(RunConfig&, int));

/// Scrolling a form must not change the values that pass under the pointer: without the focus, `editor` lets
/// the wheel through. A number field lets the space bar through, which trains.
void guardEditor(QWidget* editor);

/// "5e-4", "0.1", "1": the shortest text that reads back as the same number.
[[nodiscard]] QString shortNumber(double value);

}  // namespace attx
