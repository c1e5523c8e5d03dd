"""Screens that games fill: menus, forms, dialogs, pages, the curtain between two players."""
