"""Templates that are read and compiled when they are first used. Bokeh and Panel compile twenty when they are imported,
for pages that they would write; the static site's page is written already."""

from jinja2 import Template


class LateTemplate(Template):
    """Stands for the template that a function gets."""

    def __new__(cls, get):
        late = object.__new__(cls)
        late.__dict__["get"] = get
        return late

    def __getattr__(self, name):
        made = self.__dict__.pop("get", None)
        if made is None:
            raise AttributeError(name)
        self.__dict__.update(made().__dict__)
        return getattr(self, name)
