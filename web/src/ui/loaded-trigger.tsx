// The button of a menu or a popover: a plain one until it is first opened, so a table with a menu in each row carries one menu's weight.
// What stands behind it is loaded on the first hover, focus or touch and takes over on the click, focus kept.
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { AvatarButton, type AvatarButtonProps } from './avatar.tsx'
import { Button, type ButtonProps } from './button.tsx'
import { useTexts } from '../i18n.ts'
import { IconButton, type IconButtonProps } from './icon-button.tsx'
import { Bone } from './states.tsx'

export type Trigger =
  | { kind: 'button'; props: ButtonProps }
  | { kind: 'icon'; props: IconButtonProps }
  | { kind: 'avatar'; props: AvatarButtonProps }

/** Loads once; a failure is tried again the next time. */
export function onceLoaded<T>(get: () => Promise<{ default: T }>) {
  let loading: Promise<unknown> | undefined
  const once = {
    there: undefined as T | undefined,
    load: () =>
      (loading ??= get().then(
        (module) => {
          once.there = module.default
        },
        () => {
          loading = undefined
        },
      )),
  }
  return once
}

/** The button until what stands behind it is loaded and wanted: `children` takes over then, nothing of it while it is not there. */
export function LoadedTrigger({
  trigger,
  opens,
  load,
  children,
}: {
  trigger: Trigger
  opens: 'menu' | 'dialog'
  load: () => Promise<unknown>
  children: () => ReactNode
}) {
  // counted, as what could not be loaded is tried again
  const [wanted, setWanted] = useState(0)
  const alive = useRef(true)
  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
    }
  }, [])
  const [waits, setWaits] = useState<{ x: number; y: number }>()
  // Hovering only loads: a button that were replaced between press and release would lose the click.
  const open = ({ currentTarget }: { currentTarget: Element }) => {
    const { left, bottom } = (currentTarget.querySelector('button') ?? currentTarget).getBoundingClientRect()
    setWaits({ x: Math.max(8, Math.min(left, window.innerWidth - 216)), y: bottom + 4 })
    void load().then(() => {
      if (!alive.current) return
      setWaits(undefined)
      setWanted((times) => times + 1)
    })
  }
  const taken = wanted > 0 && children()
  if (taken) return taken
  const down = (event: KeyboardEvent) => {
    if (opens === 'menu' && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      open(event)
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to its button, to load what the button will need
    <span className="contents" onPointerEnter={load} onFocus={load} onTouchStart={load} onKeyDown={down}>
      {trigger.kind === 'icon' && <IconButton {...trigger.props} aria-haspopup={opens} aria-expanded={false} onClick={open} />}
      {trigger.kind === 'avatar' && <AvatarButton {...trigger.props} aria-haspopup={opens} aria-expanded={false} onClick={open} />}
      {trigger.kind === 'button' && <Button {...trigger.props} aria-haspopup={opens} aria-expanded={false} onClick={open} />}
      {waits && <Coming at={waits} />}
    </span>
  )
}

/** Where it will open, while its code is on the way: three lines, after 150 ms. */
function Coming({ at: { x, y } }: { at: { x: number; y: number } }) {
  const t = useTexts('ui')
  return (
    <div
      role="status"
      aria-label={t('loading')}
      style={{ '--x': `${x}px`, '--y': `${y}px` } as CSSProperties}
      className="late fixed z-(--z-index-menu) w-52 space-y-4 rounded-card bg-raised p-4 shadow-float max-tablet:inset-x-0 max-tablet:bottom-0 max-tablet:w-full max-tablet:rounded-b-none tablet:top-(--y) tablet:left-(--x)"
    >
      <Bone className="w-3/4" />
      <Bone className="w-1/2" />
      <Bone className="w-2/3" />
    </div>
  )
}
