"""The static site's builder: fetch what is pinned, bundle it with our own packages, write the pages."""
