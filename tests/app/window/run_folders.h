// The runs that a window has kept.
#pragma once
#include <QDir>

#include "model/run/run_folder.h"

/// Paths of the run folders in `folder`.
inline QStringList runFolders(const QString& folder) {
    QStringList paths;
    for (const QFileInfo& entry : QDir(folder).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot))
        if (attx::isRunFolder(entry.filePath().toStdString())) paths.push_back(entry.filePath());
    return paths;
}
