import { Check, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'

/** A choice inside the player. It stays inside the player's own element, so that it is there in full screen too. */
export function PlayerMenu<T extends string | number>({
  label,
  shown,
  long = shown,
  value,
  options,
  onChoose,
  onOpen,
  note,
  plain = false,
  icon: Icon,
  on = false,
}: {
  label: string
  /** What the button shows: "1×", "HD". */
  shown: string
  /** The same in full where there is room, and read out: "Auto · HD". */
  long?: string
  value: T
  options: readonly { value: T; label: string }[]
  onChoose: (value: T) => void
  onOpen: (open: boolean) => void
  /** Below the options: why there is no choice. */
  note?: string | undefined
  /** Without an edge around the word. */
  plain?: boolean
  /** In place of the word; a line under it when it is `on`. */
  icon?: LucideIcon
  on?: boolean
}) {
  const [open, setOpen] = useState(false)
  const around = useRef<HTMLDivElement>(null)
  const menu = useId()
  const show = (to: boolean, back = false) => {
    setOpen(to)
    onOpen(to)
    if (back) around.current?.querySelector('button')?.focus()
  }
  useEffect(() => {
    if (!open) return
    const items = around.current?.querySelectorAll<HTMLElement>('[role=menuitemradio]')
    ;(around.current?.querySelector<HTMLElement>('[aria-checked=true]') ?? items?.[0])?.focus()
    const away = (event: PointerEvent) => {
      if (!around.current?.contains(event.target as Node)) show(false)
    }
    document.addEventListener('pointerdown', away)
    return () => document.removeEventListener('pointerdown', away)
  }, [open])
  const key = (event: KeyboardEvent) => {
    if (!open) return
    event.stopPropagation()
    const items = [...(around.current?.querySelectorAll<HTMLElement>('[role=menuitemradio]') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLElement)
    if (event.key === 'Escape') show(false, true)
    else if (event.key === 'Tab') return show(false)
    else if (event.key === 'ArrowDown') items[(at + 1) % items.length]?.focus()
    else if (event.key === 'ArrowUp') items[(at - 1 + items.length) % items.length]?.focus()
    else if (event.key === 'Home') items[0]?.focus()
    else if (event.key === 'End') items.at(-1)?.focus()
    else return
    event.preventDefault()
  }
  return (
    <div ref={around} className="relative" onKeyDown={key}>
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? menu : undefined}
        aria-label={`${label}: ${long}`}
        onClick={() => show(!open)}
        className="tabular inline-flex min-h-8 min-w-8 items-center justify-center gap-1 rounded-control px-1.5 text-small font-semibold hover:bg-[rgb(255_255_255/.16)] focus-visible:outline-[#fff] max-tablet:min-h-11"
      >
        {Icon ? (
          <span className={on ? 'border-b-2 border-[#7fd1cc]' : ''}>
            <Icon aria-hidden size={20} strokeWidth={1.75} />
          </span>
        ) : (
          <span className={`px-1.5 leading-5 whitespace-nowrap ${plain ? '' : 'rounded-mark border border-[rgb(255_255_255/.5)]'}`}>
            <span className="tablet:hidden">{shown}</span>
            <span className="max-tablet:hidden">{long}</span>
          </span>
        )}
      </button>
      {open && (
        <div
          id={menu}
          role="menu"
          aria-label={label}
          className="absolute right-0 bottom-full z-10 mb-2 max-h-64 min-w-32 overflow-y-auto rounded-tile bg-[#141b1d] p-1 text-[#fff] shadow-float"
        >
          {options.map((option) => (
            <button
              key={option.value}
              type="button"
              role="menuitemradio"
              aria-checked={option.value === value}
              tabIndex={-1}
              onClick={() => {
                onChoose(option.value)
                show(false, true)
              }}
              className="flex min-h-8 w-full items-center gap-2 rounded-control px-2 text-left text-small whitespace-nowrap hover:bg-[rgb(255_255_255/.14)] focus:bg-[rgb(255_255_255/.14)] focus-visible:outline-[#fff] max-tablet:min-h-11"
            >
              <Check aria-hidden size={14} className={option.value === value ? '' : 'invisible'} />
              {option.label}
            </button>
          ))}
          {note && <p className="max-w-52 px-2 py-1.5 text-caption text-[#c6cbcc]">{note}</p>}
        </div>
      )}
    </div>
  )
}
