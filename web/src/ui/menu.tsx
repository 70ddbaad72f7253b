// A menu behind a button, on a phone a sheet from below. Until it is first opened it is a plain button, so a table with a menu in each row
// carries one menu's weight; Headless UI is loaded on the first hover, focus or touch and takes over on the click, focus kept. Items are buttons or links; groups have a small heading.
import type { LucideIcon } from 'lucide-react'
import { type ComponentType, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { ActionName } from '../actions.ts'
import { AvatarButton, type AvatarButtonProps } from './avatar.tsx'
import { Button, type ButtonProps } from './button.tsx'
import { IconButton, type IconButtonProps } from './icon-button.tsx'

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
type Trigger =
  | { kind: 'button'; props: ButtonProps }
  | { kind: 'icon'; props: IconButtonProps }
  | { kind: 'avatar'; props: AvatarButtonProps }
export type MenuProps = {
  trigger: Trigger
  groups: MenuGroup[]
  /** Which edge of the trigger it is laid to. */
  align?: 'start' | 'end'
  /** Above the groups: who is signed in. */
  header?: ReactNode
  width?: number
}
export type LoadedMenuProps = MenuProps & { focusNow: boolean; openNow: boolean }

let Loaded: ComponentType<LoadedMenuProps> | undefined
let loading: Promise<unknown> | undefined
const load = () =>
  (loading ??= import('./menu-panel.tsx').then(
    (module) => {
      Loaded = module.default
    },
    () => {
      loading = undefined
    },
  ))

export function Menu(props: MenuProps) {
  const [ready, setReady] = useState(false)
  const [openNow, setOpenNow] = useState(false)
  const alive = useRef(true)
  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
    }
  }, [])
  // Hovering only loads: a button that were replaced between press and release would lose the click.
  const open = () =>
    void load()?.then(() => {
      if (!alive.current || !Loaded) return
      setOpenNow(true)
      setReady(true)
    })
  if (ready && Loaded) return <Loaded {...props} focusNow={openNow} openNow={openNow} />
  const down = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      open()
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to its button, to load what the button will need
    <span className="contents" onPointerEnter={load} onFocus={load} onTouchStart={load} onKeyDown={down}>
      {props.trigger.kind === 'icon' && <IconButton {...props.trigger.props} aria-haspopup="menu" aria-expanded={false} onClick={open} />}
      {props.trigger.kind === 'avatar' && (
        <AvatarButton {...props.trigger.props} aria-haspopup="menu" aria-expanded={false} onClick={open} />
      )}
      {props.trigger.kind === 'button' && <Button {...props.trigger.props} aria-haspopup="menu" aria-expanded={false} onClick={open} />}
    </span>
  )
}
