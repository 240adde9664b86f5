// On narrow pages the bar has no room for everything: what is left out stands in a menu.
import { byId, element } from '../dom.js';

/** @param {import('../commands.js').Commands} commands */
export function addPhoneMenu(commands) {
  const items = [
    ['Open', 'open-dialog'],
    ['Share', 'share'],
    ['Gallery', 'gallery'],
    ['Find', 'palette'],
    ['Keys and mouse', 'help'],
    ['Light or dark', 'theme'],
    ['About limber', 'welcome'],
  ];
  const menu = element('div', {
    id: 'more-menu',
    className: 'menu',
    popover: 'auto',
    role: 'menu',
  });
  for (const [text, command] of items.filter(([, id]) => commands.all.has(id)))
    menu.append(
      element('button', {
        role: 'menuitem',
        textContent: text,
        onclick: () => {
          menu.hidePopover();
          commands.run(command);
        },
      }),
    );
  document.body.append(menu);
  const button = byId('more', HTMLButtonElement);
  button.popoverTargetElement = menu;
  menu.addEventListener('toggle', () =>
    button.setAttribute('aria-expanded', String(menu.matches(':popover-open'))),
  );
}
