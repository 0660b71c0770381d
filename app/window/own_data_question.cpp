#include "app/window/own_data_question.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPointer>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <memory>
#include <utility>

#include "model/config/task.h"
#include "model/files/error.h"
#include "ui/look/model_text.h"
#include "ui/look/theme.h"

namespace attx {
namespace {

constexpr int usualWidth = 560, widestColumn = 260;  // px at zoom 1

QLabel* addLabel(QVBoxLayout& layout, QWidget* parent, const char* name) {
    auto* label = new QLabel(parent);
    label->setObjectName(QLatin1String(name));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    layout.addWidget(label);
    return label;
}

/// The question and what is asked of a table.
class Question {
    Q_DECLARE_TR_FUNCTIONS(attx::OwnData)
public:
    Question(QString name, FoundData found, QDialog& dialog, LookAgain again)
        : name_(std::move(name)), found_(std::move(found)), dialog_(&dialog), again_(std::move(again)) {
        dialog_->setWindowTitle(tr("Use as data?"));
        auto* layout = new QVBoxLayout(dialog_);
        summary_ = addLabel(*layout, dialog_, "summary");
        if (found_.table) addTable(*layout);
        details_ = addLabel(*layout, dialog_, "details");
        problem_ = addLabel(*layout, dialog_, "problem");
        auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, dialog_);
        use_ = buttons->addButton(tr("&Use as data"), QDialogButtonBox::AcceptRole);
        use_->setObjectName(QStringLiteral("use"));
        use_->setDefault(true);
        layout->addWidget(buttons);
        QObject::connect(buttons, &QDialogButtonBox::accepted, dialog_, &QDialog::accept);
        QObject::connect(buttons, &QDialogButtonBox::rejected, dialog_, &QDialog::reject);
        show();
    }
    [[nodiscard]] const OwnData& data() const { return found_.data; }

private:
    static QString summaryOf(const OwnData& found) {
        const QLocale locale;
        const QString rows = locale.toString(static_cast<qlonglong>(found.rows)),
                      kinds = locale.toString(found.kinds),
                      length = locale.toString(found.config.data.length);
        switch (found.kind) {
            case OwnData::Kind::Pairs:
                return tr("%1 pairs of %2 different tokens, at most %3 long").arg(rows, kinds, length);
            case OwnData::Kind::Texts:
                return tr("%1 texts of %2 classes, each read up to %3 words").arg(rows, kinds, length);
            case OwnData::Kind::Pictures:
                break;
        }
        if (isSets(found.config.data))
            return tr("%1 pictures of %2 classes, scaled and cropped to %3 × %3 pixels")
                .arg(rows, kinds, locale.toString(found.config.data.pictureSize));
        return tr("%1 pictures of %2 classes, scaled and cropped to %3 × %3 pixels in patches of %4 × %4")
            .arg(rows, kinds, locale.toString(found.config.data.pictureSize),
                 locale.toString(found.config.data.patchSize));
    }

    void addTable(QVBoxLayout& layout) {
        auto* form = new QFormLayout;
        const auto combo = [&](const QString& label, const char* name) {
            auto* box = new QComboBox(dialog_);
            box->setObjectName(QLatin1String(name));
            box->setAccessibleName(label);
            form->addRow(label, box);
            QObject::connect(box, &QComboBox::activated, dialog_, [this] { lookAgain(); });
            return box;
        };
        kind_ = combo(tr("Read as"), "kind");
        kind_->addItem(tr("texts with their classes"), int(OwnData::Kind::Texts));
        kind_->addItem(tr("pairs of input and output"), int(OwnData::Kind::Pairs));
        first_ = combo(tr("Text or input"), "text");
        second_ = combo(tr("Class or output"), "class");
        header_ = new QCheckBox(tr("The first row names the columns"), dialog_);
        header_->setObjectName(QStringLiteral("header"));
        form->addRow(header_);
        skip_ = new QCheckBox(tr("Leave out lines that cannot be read"), dialog_);
        skip_->setObjectName(QStringLiteral("skip"));
        form->addRow(skip_);
        for (QCheckBox* box : {header_, skip_})
            QObject::connect(box, &QCheckBox::clicked, dialog_, [this] { lookAgain(); });
        layout.addLayout(form);
        table_ = new QTableWidget(dialog_);
        table_->setAccessibleName(tr("First rows"));
        table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
        table_->setSelectionMode(QAbstractItemView::NoSelection);
        table_->verticalHeader()->hide();
        layout.addWidget(table_, 1);
    }

    /// What the fields say. Columns without a header are called by their numbers.
    [[nodiscard]] OwnWish wish() const {
        OwnWish wish{.data = found_.data.config.data,
                     .kind = static_cast<OwnData::Kind>(kind_->currentData().toInt())};
        wish.data.header = header_->isChecked() ? HeaderLine::True : HeaderLine::False;
        wish.data.skipBadLines = skip_->isChecked();
        const bool renamed = header_->isChecked() != found_.table->header;
        wish.data.textColumn = renamed ? "" : first_->currentData().toString().toStdString();
        wish.data.classColumn = renamed ? "" : second_->currentData().toString().toStdString();
        return wish;
    }

    void lookAgain() {
        dialog_->setEnabled(false);
        again_(wish(),
               [this, alive = QPointer<QDialog>(dialog_)](const FoundData& found, const std::string& error) {
                   if (!alive) return;
                   dialog_->setEnabled(true);
                   if (error.empty()) {
                       found_ = found;
                       show();
                   } else {
                       problem_->setText(withSettingNames(QString::fromStdString(error)));
                       use_->setEnabled(false);
                       offerToSkip(error.find("data.skip_bad_lines") != std::string::npos);
                   }
               });
    }

    /// Where that helps: lines are left out, or what is wrong advises it.
    void offerToSkip(bool helps) { skip_->setVisible(helps || skip_->isChecked()); }

    void show() {
        const OwnData& data = found_.data;
        summary_->setText(QStringLiteral("%1: %2.").arg(name_, summaryOf(data)));
        QStringList details;
        if (!found_.table)
            for (const std::string& row : data.firstRows) details << QString::fromStdString(row);
        if (found_.table)
            details << tr("%1 columns separated by %2, read as %3")
                           .arg(QString::number(found_.table->names.size()),
                                modelText(found_.table->separator),
                                QString::fromStdString(found_.table->encoding));
        if (data.kind == OwnData::Kind::Texts && found_.table && found_.table->taken.split)
            details << tr("The column %1 tells training from test")
                           .arg(QString::fromStdString(found_.table->names[*found_.table->taken.split]));
        if (data.kind == OwnData::Kind::Texts)
            details << (data.textsAreCut
                            ? tr("Longer texts are cut there")
                            : tr("95 % of the texts have at most this many words; longer ones are cut"));
        if (!data.note.empty()) details << modelText(data.note);
        details_->setText(details.join(QLatin1Char('\n')));
        problem_->clear();
        use_->setEnabled(true);
        if (found_.table) showTable(*found_.table);
    }

    void showTable(const TablePreview& table) {
        const OwnData& data = found_.data;
        kind_->setCurrentIndex(kind_->findData(int(data.kind)));
        header_->setChecked(table.header);
        skip_->setChecked(data.config.data.skipBadLines);
        offerToSkip(false);
        QStringList names;
        for (const std::string& name : table.names) names << QString::fromStdString(name);
        const auto fill = [&](QComboBox& box, const std::string& taken) {
            box.clear();
            for (const QString& name : names) box.addItem(name, name);
            const QString current = QString::fromStdString(taken);
            if (box.findData(current) < 0) box.insertItem(0, current, current);  // several, joined
            box.setCurrentIndex(box.findData(current));
        };
        fill(*first_, data.config.data.textColumn);
        fill(*second_, data.config.data.classColumn);
        table_->setColumnCount(int(names.size()));
        table_->setRowCount(int(table.rows.size()));
        const bool pairs = data.kind == OwnData::Kind::Pairs;
        const QString roles[] = {pairs ? tr("%1: input") : tr("%1: text"),
                                 pairs ? tr("%1: output") : tr("%1: class"), tr("%1: split")};
        for (int column = 0; column < names.size(); ++column) {
            const auto at = size_t(column);
            const bool isText = std::ranges::find(table.taken.texts, at) != table.taken.texts.end();
            const QString title = isText                      ? roles[0].arg(names[column])
                                  : table.taken.classes == at ? roles[1].arg(names[column])
                                  : table.taken.split == at   ? roles[2].arg(names[column])
                                                              : names[column];
            auto* head = new QTableWidgetItem(title);
            if (QFont font = head->font(); title != names[column]) {
                font.setBold(true);
                head->setFont(font);
            }
            table_->setHorizontalHeaderItem(column, head);
            for (int row = 0; row < table_->rowCount(); ++row)
                table_->setItem(row, column,
                                new QTableWidgetItem(QString::fromStdString(table.rows[row][at])));
        }
        table_->resizeColumnsToContents();
        for (int column = 0; column < names.size(); ++column)
            table_->setColumnWidth(column, std::min(table_->columnWidth(column), zoomed(widestColumn)));
        table_->resizeRowsToContents();
    }

    const QString name_;
    FoundData found_;
    QDialog* dialog_;
    const LookAgain again_;
    QLabel *summary_ = nullptr, *details_ = nullptr, *problem_ = nullptr;
    QComboBox *kind_ = nullptr, *first_ = nullptr, *second_ = nullptr;
    QCheckBox *header_ = nullptr, *skip_ = nullptr;
    QTableWidget* table_ = nullptr;
    QPushButton* use_ = nullptr;
};

}  // namespace

std::optional<FoundData> foundAt(const std::string& path, const OwnWish& wish) {
    std::optional<OwnData> data;
    try {
        data = ownDataAt(path, wish);
    } catch (const Error&) {
        if (wish.kind || wish.data.skipBadLines) throw;
        OwnWish without = wish;
        without.data.skipBadLines = true;
        try {
            data = ownDataAt(path, without);
        } catch (const Error&) {  // the first one says what is wrong
        }
        if (!data) throw;
    }
    if (!data) return std::nullopt;
    return FoundData{*data, previewOf(path, data->config.data)};
}

void askAboutData(const QString& name, const FoundData& found, QWidget* window, const LookAgain& again,
                  const std::function<void(const OwnData& found)>& use) {
    auto* dialog = new QDialog(window);
    dialog->setObjectName(QStringLiteral("ownData"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    const auto question = std::make_shared<Question>(name, found, *dialog, again);
    QObject::connect(dialog, &QDialog::accepted, window, [question, use] { use(question->data()); });
    QObject::connect(dialog, &QObject::destroyed, window, [question] {});  // it lives as long
    dialog->resize(zoomed(usualWidth), dialog->sizeHint().height());
    dialog->open();
}

}  // namespace attx
