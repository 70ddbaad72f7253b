// A menu behind a button, on a phone a sheet from below. Until it is first opened it is a plain button, so a table with a menu in each row
// carries one menu's weight; Headless UI is loaded on the first hover, focus or touch and takes over on the click, focus kept. Items are buttons or links; groups have a small heading.
import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { ActionName } from '../actions.ts'
import { LoadedTrigger, onceLoaded, type Trigger } from './loaded-trigger.tsx'

export type MenuItem = {
  label: string
  icon?: LucideIcon
  /** Given by the page as an address; a plain click is handled by `onSelect` where both are given. */
  href?: string
  onSelect?: () => void
  /** Shows a tick. */
  current?: boolean
  danger?: boolean
  /** Why it is off; shown below the label. */
  off?: string | undefined
  /** At the end: a chip or a count. */
  end?: ReactNode
  lang?: string
  action?: ActionName
}
export type MenuGroup = { heading?: string; items: MenuItem[] }
export type MenuProps = {
  trigger: Trigger
  groups: MenuGroup[]
  /** Which edge of the trigger it is laid to. */
  align?: 'start' | 'end'
  /** Above the groups: who is signed in. */
  header?: ReactNode
  width?: number
}

const panel = onceLoaded<ComponentType<MenuProps>>(() => import('./menu-panel.tsx'))

export function Menu(props: MenuProps) {
  return (
    <LoadedTrigger trigger={props.trigger} opens="menu" load={panel.load}>
      {() => panel.there && <panel.there {...props} />}
    </LoadedTrigger>
  )
}
