// A tooltip of one sentence, after 400 ms of hovering or at once on keyboard focus; Escape hides it, the pointer may go over it. `labels`: the text is the control's
// name already, so it is not read twice.
import { cloneElement, type HTMLAttributes, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

type Place = { x: number; y: number; below: boolean }

export function Tooltip({
  text,
  labels = false,
  children,
}: {
  text: string
  labels?: boolean
  children: ReactElement<HTMLAttributes<HTMLElement>>
}) {
  const id = useId()
  const [place, setPlace] = useState<Place>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hide = () => {
    clearTimeout(timer.current)
    setPlace(undefined)
  }
  const show = (element: HTMLElement, after: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (!element.isConnected || element.getAttribute('aria-expanded') === 'true') return
      const box = element.getBoundingClientRect()
      const below = box.bottom + 44 < window.innerHeight
      setPlace({
        x: Math.min(Math.max(box.left + box.width / 2, 90), window.innerWidth - 90),
        y: below ? box.bottom + 6 : box.top - 6,
        below,
      })
    }, after)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!place) return
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setPlace(undefined)
    }
    const away = () => setPlace(undefined)
    document.addEventListener('keydown', key)
    window.addEventListener('scroll', away, true)
    return () => {
      document.removeEventListener('keydown', key)
      window.removeEventListener('scroll', away, true)
    }
  }, [place])

  const own = children.props
  return (
    <>
      {cloneElement(children, {
        'aria-describedby': place && !labels ? id : own['aria-describedby'],
        onPointerEnter: (event) => {
          own.onPointerEnter?.(event)
          if (event.pointerType === 'mouse') show(event.currentTarget, 400)
        },
        onPointerLeave: (event) => {
          own.onPointerLeave?.(event)
          clearTimeout(timer.current)
          timer.current = setTimeout(hide, 120)
        },
        onPointerDown: (event) => {
          own.onPointerDown?.(event)
          hide()
        },
        onFocus: (event) => {
          own.onFocus?.(event)
          if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget, 0)
        },
        onBlur: (event) => {
          own.onBlur?.(event)
          hide()
        },
      })}
      {place &&
        createPortal(
          <span
            id={id}
            role="tooltip"
            onPointerEnter={() => clearTimeout(timer.current)}
            onPointerLeave={hide}
            style={{ left: place.x, top: place.y, transform: `translate(-50%, ${place.below ? 0 : '-100%'})` }}
            className="fixed z-(--z-index-toast) max-w-60 rounded-control bg-inverse px-2 py-1 text-caption text-canvas shadow-popover"
          >
            {text}
          </span>,
          document.getElementById('above') ?? document.body,
        )}
    </>
  )
}
