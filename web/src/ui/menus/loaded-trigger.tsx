// The trigger of a menu or a popover: a plain button until it is first opened, so that a table with a menu in each row carries one menu's
// weight. The menu's code loads on the first hover, focus or touch and replaces the button on the click, with the focus kept.
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { AvatarButton, type AvatarButtonProps } from '../marks/avatar.tsx'
import { Button, type ButtonProps } from '../button.tsx'
import { useTexts } from '../../i18n.ts'
import { IconButton, type IconButtonProps } from '../icon-button.tsx'
import { Bone } from '../states.tsx'

export type Trigger =
  | { kind: 'button'; props: ButtonProps }
  | { kind: 'icon'; props: IconButtonProps }
  | { kind: 'avatar'; props: AvatarButtonProps }

/** Loads a component once; after a failure the next call retries. */
export function onceLoaded<T>(importModule: () => Promise<{ default: T }>) {
  let loading: Promise<unknown> | undefined
  const loadable = {
    component: undefined as T | undefined,
    load: () =>
      (loading ??= importModule().then(
        (module) => {
          loadable.component = module.default
        },
        () => {
          loading = undefined
        },
      )),
  }
  return loadable
}

/** The button; once its code is loaded and it was clicked, `children` replaces it (undefined while it is not loaded). */
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
  // a counter, because a failed load can be retried
  const [attempts, setAttempts] = useState(0)
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  const [placeholderPosition, setPlaceholderPosition] = useState<{ x: number; y: number }>()
  // Hovering only loads: a button replaced between press and release would lose the click.
  const open = ({ currentTarget }: { currentTarget: Element }) => {
    const { left, bottom } = (currentTarget.querySelector('button') ?? currentTarget).getBoundingClientRect()
    setPlaceholderPosition({ x: Math.max(8, Math.min(left, window.innerWidth - 216)), y: bottom + 4 })
    void load().then(() => {
      if (!isMounted.current) return
      setPlaceholderPosition(undefined)
      setAttempts((times) => times + 1)
    })
  }
  const loaded = attempts > 0 && children()
  if (loaded) return loaded
  const onKeyDown = (event: KeyboardEvent) => {
    if (opens === 'menu' && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      open(event)
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to its button, to load what the button will need
    <span className="contents" onPointerEnter={load} onFocus={load} onTouchStart={load} onKeyDown={onKeyDown}>
      {trigger.kind === 'icon' && <IconButton {...trigger.props} aria-haspopup={opens} aria-expanded={false} onClick={open} />}
      {trigger.kind === 'avatar' && <AvatarButton {...trigger.props} aria-haspopup={opens} aria-expanded={false} onClick={open} />}
      {trigger.kind === 'button' && <Button {...trigger.props} aria-haspopup={opens} aria-expanded={false} onClick={open} />}
      {placeholderPosition && <LoadingPlaceholder position={placeholderPosition} />}
    </span>
  )
}

/** A placeholder of three lines at the menu's position while its code loads, after 150 ms. */
function LoadingPlaceholder({ position: { x, y } }: { position: { x: number; y: number } }) {
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
