"""The content-security-policy of the pages, and header files for hosts that can send headers.

The page's policy also stands in a <meta>, so that every static host has it; that does not bind the worker, whose
policy only a header can set. The last word is the list of hosts: none but the site itself, or with a CDN exactly it.
"""

from __future__ import annotations

from urllib.parse import urlsplit

_HEADERS = ("X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer")


def page_policy(cdn: str | None) -> str:
    """The policy of the pages; `cdn` is the address Pyodide comes from, or None when it is in the site."""
    # blob: is for JSComponent modules, inline style for Bokeh, data: for toolbar icons.
    there = f" {_origin(cdn)}" if cdn else ""
    return (
        f"default-src 'none'; script-src 'self' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        f"connect-src 'self'{there}; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
    )


def worker_policy(cdn: str | None) -> str:
    """The policy of the worker, which runs Python."""
    there = f" {_origin(cdn)}" if cdn else ""
    return f"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'{there}; connect-src 'self'{there}"


def header_files(cdn: str | None) -> dict[str, str]:
    """`_headers` (Netlify, Cloudflare Pages), `.htaccess` (Apache) and `nginx.conf.sample`."""
    page, worker = page_policy(cdn), worker_policy(cdn)
    rows = [("/*", page), ("/worker.js", worker)]
    listed = "\n".join(
        f"{path}\n  ! Content-Security-Policy\n  Content-Security-Policy: {policy}\n"
        + "".join(f"  {h}\n" for h in _HEADERS)
        for path, policy in rows
    )
    extra = "".join('  Header set {} "{}"\n'.format(*h.split(": ", 1)) for h in _HEADERS)
    apache = (
        f'<IfModule mod_headers.c>\n  Header set Content-Security-Policy "{page}"\n{extra}'
        f'  <Files "worker.js">\n    Header set Content-Security-Policy "{worker}"\n  </Files>\n</IfModule>\n'
        "AddType application/wasm .wasm\n"
    )
    sent = "".join('    add_header {} "{}";\n'.format(*h.split(": ", 1)) for h in _HEADERS)
    nginx = (
        "# Inside a server block; gzip_static sends the .gz files that lie beside the others.\n"
        "location / {\n    gzip_static on;\n    types { application/wasm wasm; text/html html; text/css css; "
        "text/javascript js mjs; image/svg+xml svg; image/png png; application/json json; application/zip zip; }\n"
        f'    error_page 404 /404.html;\n    add_header Content-Security-Policy "{page}";\n{sent}}}\n'
        f'location = /worker.js {{\n    gzip_static on;\n    add_header Content-Security-Policy "{worker}";\n{sent}}}\n'
    )
    return {"_headers": listed, ".htaccess": apache, "nginx.conf.sample": nginx}


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
