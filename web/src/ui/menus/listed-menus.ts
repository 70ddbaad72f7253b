// The menus of the page by the id that their buttons bear, so that the command palette runs their entries without opening them.
import { useEffect, useId } from 'react'
import type { Trigger } from './loaded-trigger.tsx'
import type { MenuGroup } from './menu-groups.ts'

const menus = new Map<string, readonly MenuGroup[]>()

/** Lists a menu while it is mounted; the returned trigger bears its id. */
export function useListedMenu(trigger: Trigger, groups: readonly MenuGroup[]): Trigger {
  const id = useId()
  useEffect(() => {
    menus.set(id, groups)
  })
  useEffect(() => () => void menus.delete(id), [id])
  const props = { ...trigger.props, 'data-menu': id }
  return { ...trigger, props } as Trigger
}

export const menuOf = (button: HTMLElement): readonly MenuGroup[] | undefined => menus.get(button.dataset.menu ?? '')
