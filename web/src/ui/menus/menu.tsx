// A menu behind a button, on a phone a sheet from below. Headless UI loads on the first hover, focus or touch (loaded-trigger.tsx). Items are
// buttons or links; groups have a small heading.
import type { ComponentType, ReactNode } from 'react'
import { useListedMenu } from './listed-menus.ts'
import { LoadedTrigger, onceLoaded, type Trigger } from './loaded-trigger.tsx'
import type { MenuGroup } from './menu-groups.ts'

export type MenuProps = {
  trigger: Trigger
  groups: MenuGroup[]
  /** The edge of the trigger that it is aligned with. */
  align?: 'start' | 'end'
  /** Shown above the groups: the signed-in person. */
  header?: ReactNode
  width?: number
}

const panel = onceLoaded<ComponentType<MenuProps>>(() => import('./menu-panel.tsx'))

export function Menu(props: MenuProps) {
  const trigger = useListedMenu(props.trigger, props.groups)
  return (
    <LoadedTrigger trigger={trigger} opens="menu" load={panel.load}>
      {() => panel.component && <panel.component {...props} trigger={trigger} />}
    </LoadedTrigger>
  )
}
