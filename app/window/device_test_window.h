// The test of a graphics device as a person asks for it in the window.
#pragma once
#include <QString>

class QWidget;

namespace attx {

class DeviceTestDialog;

/// Shows the dialog over `window`, or the one that is open already. Its button runs the short form of
/// attx-gpu-report, a process of its own, so that a driver that crashes takes nothing along; closing the
/// dialog ends it. `program`: another than the one beside this program.
DeviceTestDialog* openDeviceTest(QWidget* window, const QString& program = {});

}  // namespace attx
