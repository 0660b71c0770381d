#include "ui/state/run_list_model.h"

#include <QDateTime>
#include <QMimeData>
#include <QUrl>
#include <limits>
#include <set>

#include "model/config/settings.h"
#include "model/files/error.h"
#include "model/run/records.h"
#include "ui/figures/runs/run_axis.h"
#include "ui/look/language.h"
#include "ui/look/model_text.h"
#include "ui/look/unit_text.h"

namespace attx {
namespace {

QString text(const std::string& s) { return QString::fromStdString(s); }

/// As far as the table shows it.
bool looksAlike(const RunRow& a, const RunRow& b) {
    const RunResult none, &x = a.result ? *a.result : none, &y = b.result ? *b.result : none;
    return a.state == b.state && a.stamp == b.stamp && a.problem == b.problem && a.notes == b.notes &&
           a.result.has_value() == b.result.has_value() && x.steps == y.steps && x.epochs == y.epochs &&
           x.validationAccuracy == y.validationAccuracy && x.seconds == y.seconds && x.device == y.device;
}

bool sameRuns(const RunTable& a, const RunTable& b) {
    if (a.keys != b.keys || a.rows.size() != b.rows.size() || a.values != b.values) return false;
    for (size_t i = 0; i < a.rows.size(); ++i)
        if (a.rows[i].path != b.rows[i].path) return false;
    return true;
}

}  // namespace

RunListModel::RunListModel(QObject* parent)
    : QAbstractTableModel(parent), table_(std::make_shared<const RunTable>()) {}

std::optional<std::vector<size_t>> RunListModel::setTable(std::shared_ptr<const RunTable> table) {
    if (!sameRuns(*table_, *table) || table->rows.empty()) {
        beginResetModel();
        take(std::move(table));
        endResetModel();
        return std::nullopt;
    }
    std::vector<size_t> changed;
    for (size_t i = 0; i < table->rows.size(); ++i)
        if (!looksAlike(table_->rows[i], table->rows[i])) changed.push_back(i);
    take(std::move(table));
    for (const size_t row : changed)
        Q_EMIT dataChanged(index(int(row), 0), index(int(row), columnCount() - 1));
    return changed;
}

void RunListModel::take(std::shared_ptr<const RunTable> table) {
    table_ = std::move(table);
    names_ = runNames(*table_);
}

int RunListModel::columnOf(Result result) const { return firstKey + int(chosenKeys(*table_)) + int(result); }

void RunListModel::setCurve(const std::string& path, std::vector<double> accuracies) {
    curves_[path] = std::move(accuracies);
}

int RunListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(table_->rows.size());
}

int RunListModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columnOf(Result{}) + resultCount;
}

/// A number, a text, or nothing.
QVariant RunListModel::value(const RunRow& row, int column, size_t number) const {
    if (column == starColumn) return row.notes.star ? QStringLiteral("★") : QString();
    if (column == nameColumn) return names_[qsizetype(number)];
    if (column == stateColumn) return modelText(toString(row.state));
    if (column == startedColumn) return text(row.created);
    if (column < columnOf(Result{})) {
        if (!row.config) return {};
        const auto key = size_t(column - firstKey);
        const QString value = text(table_->values[number][key]);
        const KeyInfo& info = keyInfo(table_->keys[key]);
        return isNumber(info) ? QVariant(value.toDouble()) : QVariant(valueText(info, value.toStdString()));
    }
    const RunResult none, &result = row.result ? *row.result : none;
    switch (static_cast<Result>(column - columnOf(Result{}))) {
        case Result::BestValidation:
            return result.epochs > 0 ? QVariant(result.validationAccuracy) : QVariant();
        case Result::Curve:
            return {};
        case Result::Test:
            return result.testAccuracy ? QVariant(*result.testAccuracy) : QVariant();
        case Result::Seconds:
            return row.state == RunStatus::Finished ? QVariant(result.seconds) : QVariant();
        case Result::Device:
            return deviceText(text(result.device));
        case Result::Note:
            return text(row.notes.note);
        case Result::Problem:
            return text(row.problem);
    }
    return {};
}

QVariant RunListModel::data(const QModelIndex& index, int role) const {
    const auto number = size_t(index.row());
    if (!index.isValid() || number >= table_->rows.size()) return {};
    const RunRow& row = table_->rows[number];
    const int column = index.column();
    if (role == Qt::ToolTipRole) {
        if (column == starColumn) return tr("A click puts a star here, or takes it away");
        return text(row.problem.empty() ? row.path : row.path + "\n" + row.problem);
    }
    if (role == curveRole) {
        const auto found = curves_.find(row.path);
        return found == curves_.end() ? QVariant() : QVariant::fromValue(found->second);
    }
    if (role != Qt::DisplayRole && role != sortRole && role != Qt::TextAlignmentRole && role != Qt::EditRole)
        return {};
    // A sweep's runs stand in its order.
    QVariant found =
        column == nameColumn && role == sortRole ? QVariant(runName(row)) : value(row, column, number);
    const bool isReal = found.typeId() == QMetaType::Double;
    if (role == Qt::TextAlignmentRole)
        return QVariant(isReal ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
    if (role == Qt::DisplayRole && isReal &&
        (column == columnOf(Result::BestValidation) || column == columnOf(Result::Test)))
        return tr("%1 %").arg(100 * found.toDouble(), 0, 'f', 2);
    if (role == Qt::DisplayRole && isReal && column == columnOf(Result::Seconds))
        return QString::number(found.toDouble(), 'f', found.toDouble() < 10 ? 1 : 0);
    if (role == Qt::DisplayRole && isReal && found == 0.0 && column >= firstKey &&
        column < columnOf(Result{}))
        return valueText(keyInfo(table_->keys[size_t(column - firstKey)]), "0");
    if (role == Qt::DisplayRole && isReal) return QString::number(found.toDouble(), 'g', 5);
    if (role == Qt::DisplayRole && column == startedColumn) {
        const QDateTime time = QDateTime::fromString(found.toString(), Qt::ISODate);
        return time.isValid() ? momentText(time.toLocalTime()) : QString();
    }
    if (role == sortRole && !found.isValid()) return -std::numeric_limits<double>::infinity();
    return found;
}

bool RunListModel::isEditable(int column) const {
    return column == starColumn || column == nameColumn || column == columnOf(Result::Note);
}

bool RunListModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const auto number = size_t(index.row());
    if (role != Qt::EditRole || !index.isValid() || number >= table_->rows.size() ||
        !isEditable(index.column()) || !hasOwnFolder(table_->rows[number]))
        return false;
    RunTable table = *table_;
    RunRow& row = table.rows[number];
    const std::string typed = value.toString().trimmed().toStdString();
    if (index.column() == starColumn)
        row.notes.star = value.toBool();
    else if (index.column() == nameColumn)
        row.notes.name = typed == QUrl::fromLocalFile(text(row.path)).fileName().toStdString() ||
                                 (row.notes.name.empty() && typed == names_[number].toStdString())
                             ? ""
                             : typed;
    else
        row.notes.note = typed;
    if (row.notes == table_->rows[number].notes) return true;
    try {
        writeNotes(row.path, row.notes);
    } catch (const Error& problem) {
        Q_EMIT noteFailed(QString::fromStdString(problem.what()));
        return false;
    }
    take(std::make_shared<const RunTable>(std::move(table)));
    Q_EMIT dataChanged(index, index);
    return true;
}

Qt::ItemFlags RunListModel::flags(const QModelIndex& index) const {
    Qt::ItemFlags flags = QAbstractTableModel::flags(index) | Qt::ItemIsDragEnabled;
    const auto number = size_t(index.row());
    const bool there =  // a folder that could keep a note
        index.isValid() && number < table_->rows.size() && hasOwnFolder(table_->rows[number]);
    if (there && isEditable(index.column()) && index.column() != starColumn) flags |= Qt::ItemIsEditable;
    return flags;
}

QStringList RunListModel::mimeTypes() const { return {QStringLiteral("text/uri-list")}; }

QMimeData* RunListModel::mimeData(const QModelIndexList& indexes) const {
    std::set<int> rows;
    for (const QModelIndex& index : indexes) rows.insert(index.row());
    QList<QUrl> urls;
    for (const int row : rows) urls << QUrl::fromLocalFile(text(table_->rows[row].path));
    auto* data = new QMimeData;
    data->setUrls(urls);
    return data;
}

QVariant RunListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) return {};
    if (section < firstKey) {
        const QStringList names{QStringLiteral("★"), tr("run"), tr("state"), tr("started")};
        if (section == starColumn && role == Qt::ToolTipRole) return tr("Runs with a star");
        return names.value(section);
    }
    if (section < columnOf(Result{})) {
        const std::string& key = table_->keys[section - firstKey];
        if (role == Qt::ToolTipRole) return text(key + ": ") + modelText(keyInfo(key).help);
        return keyText(keyInfo(key));
    }
    const QStringList names{tr("best validation"), tr("validation"), tr("test"),   tr("time (s)"),
                            tr("device"),          tr("note"),       tr("problem")};
    if (role == Qt::ToolTipRole && section == columnOf(Result::Curve))
        return tr("Validation accuracy over the epochs");
    return names.value(section - columnOf(Result{}));
}

}  // namespace attx
