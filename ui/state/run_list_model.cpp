#include "ui/state/run_list_model.h"

#include <QFileInfo>
#include <limits>

#include "model/config/settings.h"
#include "ui/look/model_text.h"

namespace attx {
namespace {

QString text(const std::string& s) { return QString::fromStdString(s); }

constexpr int firstKey = static_cast<int>(RunListModel::Column::FirstKey);

}  // namespace

void RunListModel::setTable(RunTable table) {
    beginResetModel();
    table_ = std::move(table);
    endResetModel();
}

int RunListModel::columnOf(Result result) const {
    return firstKey + static_cast<int>(table_.keys.size()) + static_cast<int>(result);
}

int RunListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(table_.rows.size());
}

int RunListModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columnOf(Result{}) + resultCount;
}

/// A number, a text, or nothing.
QVariant RunListModel::value(const RunRow& row, int column, size_t number) const {
    if (column == static_cast<int>(Column::Name)) return QFileInfo(text(row.path)).fileName();
    if (column == static_cast<int>(Column::State)) return QString::fromLatin1(toString(row.state));
    if (column < columnOf(Result{})) {
        if (!row.config) return {};
        const auto key = static_cast<size_t>(column - firstKey);
        const QString value = text(table_.values[number][key]);
        return isNumber(keyInfo(table_.keys[key])) ? QVariant(value.toDouble()) : QVariant(value);
    }
    const RunResult none, &result = row.result ? *row.result : none;
    switch (static_cast<Result>(column - columnOf(Result{}))) {
        case Result::BestValidation:
            return result.epochs > 0 ? QVariant(result.validationAccuracy) : QVariant();
        case Result::Test:
            return result.testAccuracy ? QVariant(*result.testAccuracy) : QVariant();
        case Result::Seconds:
            return row.state == RunStatus::Finished ? QVariant(result.seconds) : QVariant();
        case Result::Device:
            return text(result.device);
        case Result::Problem:
            return text(row.problem);
    }
    return {};
}

QVariant RunListModel::data(const QModelIndex& index, int role) const {
    const auto number = static_cast<size_t>(index.row());
    if (!index.isValid() || number >= table_.rows.size()) return {};
    const RunRow& row = table_.rows[number];
    if (role == Qt::ToolTipRole) return text(row.problem.empty() ? row.path : row.path + "\n" + row.problem);
    if (role != Qt::DisplayRole && role != sortRole && role != Qt::TextAlignmentRole) return {};
    QVariant found = value(row, index.column(), number);
    const bool isReal = found.typeId() == QMetaType::Double;
    if (role == Qt::TextAlignmentRole)
        return QVariant(isReal ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
    if (role == Qt::DisplayRole && isReal) return QString::number(found.toDouble(), 'g', 5);
    if (role == sortRole && !found.isValid()) return -std::numeric_limits<double>::infinity();
    return found;
}

QVariant RunListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) return {};
    if (section == static_cast<int>(Column::Name)) return tr("run");
    if (section == static_cast<int>(Column::State)) return tr("state");
    if (section < columnOf(Result{})) {
        const std::string& key = table_.keys[static_cast<size_t>(section - firstKey)];
        if (role == Qt::ToolTipRole) return text(key + ": ") + modelText(keyInfo(key).help);
        return text(key.substr(key.rfind('.') + 1));
    }
    const QStringList names{tr("best validation"), tr("test"), tr("time (s)"), tr("device"), tr("problem")};
    return names.value(section - columnOf(Result{}));
}

}  // namespace attx
