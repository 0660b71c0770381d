// Tests of one page, of an untrained network of a preset.
#pragma once
#include "ui/window_fixture.h"

namespace attx {

/// What a class of tests inherits, behind QObject.
template <class Page>
class PageTest {
protected:
    /// Closes what was open, and makes a page that shows the network but is not seen yet.
    void make(const std::string& preset, QSize size) {
        close();
        run_ = std::make_unique<RunFixture>(preset);
        run_->show();
        page_ = std::make_unique<Page>(run_->model);
        page_->resize(size);
    }
    /// Closes what was open, and opens the page as the window does: it is seen before there is a network.
    void open(const std::string& preset, QSize size) {
        close();
        run_ = std::make_unique<RunFixture>(preset);
        page_ = std::make_unique<Page>(run_->model);
        run_->showOn(*page_, size);
    }
    void close() {
        page_.reset();
        run_.reset();
    }

    std::unique_ptr<RunFixture> run_;
    std::unique_ptr<Page> page_;
};

}  // namespace attx
