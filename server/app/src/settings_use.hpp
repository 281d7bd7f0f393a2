// From what an operator set to what each part is given.
#pragma once

#include <emoted/app/daemon.hpp>
#include <emoted/config/settings.hpp>
#include <emoted/core/settings.hpp>
#include <emoted/net/proxy_server.hpp>

#include <memory>

namespace emoted::app {

[[nodiscard]] core::Settings world_settings(const config::Settings& settings);
// Everything but the daemon's instance id, which is drawn at each start.
[[nodiscard]] net::ProxyServerSettings link_settings(const config::Settings& settings);
[[nodiscard]] std::shared_ptr<const protocol::SecretTable> secret_table(const config::Settings::Proxies& proxies);

// Takes over from `loaded` what a reload may change: the settings that the table calls reloadable, and secrets whose
// source is still the same, so that a secret is changed by writing its file anew.
void take_reloadable(config::Settings& running, const config::Settings& loaded);

}  // namespace emoted::app
