// A menu behind a button, on a phone a sheet from below. Headless UI loads on the first hover, focus or touch (loaded-trigger.tsx). Items are
// buttons or links; groups have a small heading.
import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { ActionName } from '../actions.ts'
import { LoadedTrigger, onceLoaded, type Trigger } from './loaded-trigger.tsx'

export type MenuItem = {
  label: string
  icon?: LucideIcon
  /** The address of a link; with `onSelect` too, that handles a plain click. */
  href?: string
  onSelect?: () => void
  /** Shows a tick. */
  current?: boolean
  danger?: boolean
  /** The reason why it is disabled; shown below the label. */
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
  /** The edge of the trigger that it is aligned with. */
  align?: 'start' | 'end'
  /** Shown above the groups: the signed-in person. */
  header?: ReactNode
  width?: number
}

const panel = onceLoaded<ComponentType<MenuProps>>(() => import('./menu-panel.tsx'))

export function Menu(props: MenuProps) {
  return (
    <LoadedTrigger trigger={props.trigger} opens="menu" load={panel.load}>
      {() => panel.component && <panel.component {...props} />}
    </LoadedTrigger>
  )
}
