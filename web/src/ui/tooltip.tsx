// A tooltip of one sentence, after 400 ms of hovering or at once on keyboard focus; Escape hides it, the pointer may move over it. `labels`: the
// text equals the control's name, so it is not read twice.
import { cloneElement, type HTMLAttributes, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

const margin = 8

/** Moves the text of a control at an edge of the window inside. */
function moveInside(element: HTMLElement | null) {
  if (!element) return
  element.style.translate = ''
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const x = Math.max(margin - left, Math.min(0, window.innerWidth - margin - right))
  const y = Math.max(margin - top, Math.min(0, window.innerHeight - margin - bottom))
  element.style.translate = `${x}px ${y}px`
}

type TooltipPosition = { x: number; y: number; below: boolean }

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
  const [position, setPosition] = useState<TooltipPosition>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hide = () => {
    clearTimeout(timer.current)
    setPosition(undefined)
  }
  const show = (element: HTMLElement, delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (!element.isConnected || element.getAttribute('aria-expanded') === 'true') return
      const box = element.getBoundingClientRect()
      const below = box.bottom + 44 < window.innerHeight
      setPosition({
        x: box.left + box.width / 2,
        y: below ? box.bottom + 6 : box.top - 6,
        below,
      })
    }, delay)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!position) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setPosition(undefined)
    }
    const onMove = () => setPosition(undefined)
    document.addEventListener('keydown', onKeyDown)
    window.addEventListener('scroll', onMove, true)
    window.addEventListener('resize', onMove)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      window.removeEventListener('scroll', onMove, true)
      window.removeEventListener('resize', onMove)
    }
  }, [position])

  const childProps = children.props
  return (
    <>
      {cloneElement(children, {
        'aria-describedby': position && !labels ? id : childProps['aria-describedby'],
        onPointerEnter: (event) => {
          childProps.onPointerEnter?.(event)
          if (event.pointerType === 'mouse') show(event.currentTarget, 400)
        },
        onPointerLeave: (event) => {
          childProps.onPointerLeave?.(event)
          clearTimeout(timer.current)
          timer.current = setTimeout(hide, 120)
        },
        onPointerDown: (event) => {
          childProps.onPointerDown?.(event)
          hide()
        },
        onFocus: (event) => {
          childProps.onFocus?.(event)
          if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget, 0)
        },
        onBlur: (event) => {
          childProps.onBlur?.(event)
          hide()
        },
      })}
      {position &&
        createPortal(
          <span
            ref={moveInside}
            id={id}
            role="tooltip"
            onPointerEnter={() => clearTimeout(timer.current)}
            onPointerLeave={hide}
            style={{ left: position.x, top: position.y, transform: `translate(-50%, ${position.below ? 0 : '-100%'})` }}
            className="fixed z-(--z-index-toast) w-max max-w-[min(15rem,calc(100vw-16px))] rounded-control bg-inverse px-2 py-1 text-caption text-canvas shadow-popover"
          >
            {text}
          </span>,
          document.getElementById('above') ?? document.body,
        )}
    </>
  )
}
