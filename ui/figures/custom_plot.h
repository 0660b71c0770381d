// QCustomPlot's header relies on Qt's short keywords, which this project leaves undefined; they live
// only as long as that header is read.
#pragma once
#include <QObject>

#define signals Q_SIGNALS
#define slots Q_SLOTS
#define emit
#define foreach Q_FOREACH
#include <qcustomplot.h>
#undef signals
#undef slots
#undef emit
#undef foreach
