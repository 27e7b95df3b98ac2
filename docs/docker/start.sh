#!/bin/sh
# Copies the package of this image into n8n's folder, then starts n8n as its own image does. At each start, because the
# folder is a volume: what an image contains there is hidden, and an older copy would stay for ever.
set -e
package=n8n-nodes-file-library
source="${FILE_LIBRARY_IMAGE:-/opt/file-library}/$package"
nodes="${N8N_USER_FOLDER:-$HOME}/.n8n/nodes"
mkdir -p "$nodes/node_modules"
[ -f "$nodes/package.json" ] || echo '{"name":"installed-nodes","private":true,"dependencies":{}}' >"$nodes/package.json"
rm -rf "$nodes/node_modules/$package"
cp -R "$source" "$nodes/node_modules/$package"
exec "${N8N_ENTRYPOINT:-/docker-entrypoint.sh}" "$@"
