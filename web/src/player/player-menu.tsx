// Menu of the player. It is rendered inside the player's element, so that it works in full screen too.
import { Check, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'

export function PlayerMenu<T extends string | number>({
  label,
  text,
  fullText = text,
  value,
  options,
  onChoose,
  onOpen,
  note,
  borderless = false,
  icon: Icon,
  active = false,
}: {
  label: string
  /** The text of the button: "1×", "HD". */
  text: string
  /** The long form, for wide screens and screen readers: "Auto · HD". */
  fullText?: string
  value: T
  options: readonly { value: T; label: string }[]
  onChoose: (value: T) => void
  onOpen: (open: boolean) => void
  /** A line below the options: why there are none. */
  note?: string | undefined
  /** Without a border around the text. */
  borderless?: boolean
  /** In place of the text; underlined when `active`. */
  icon?: LucideIcon
  active?: boolean
}) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const menu = useId()
  const setMenuOpen = (next: boolean, restoreFocus = false) => {
    setOpen(next)
    onOpen(next)
    if (restoreFocus) root.current?.querySelector('button')?.focus()
  }
  useEffect(() => {
    if (!open) return
    const items = root.current?.querySelectorAll<HTMLElement>('[role=menuitemradio]')
    ;(root.current?.querySelector<HTMLElement>('[aria-checked=true]') ?? items?.[0])?.focus()
    const closeOnPressOutside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setMenuOpen(false)
    }
    document.addEventListener('pointerdown', closeOnPressOutside)
    return () => document.removeEventListener('pointerdown', closeOnPressOutside)
  }, [open])
  const onKey = (event: KeyboardEvent) => {
    if (!open) return
    event.stopPropagation()
    const items = [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitemradio]') ?? [])]
    const index = items.indexOf(document.activeElement as HTMLElement)
    if (event.key === 'Escape') setMenuOpen(false, true)
    else if (event.key === 'Tab') return setMenuOpen(false)
    else if (event.key === 'ArrowDown') items[(index + 1) % items.length]?.focus()
    else if (event.key === 'ArrowUp') items[(index - 1 + items.length) % items.length]?.focus()
    else if (event.key === 'Home') items[0]?.focus()
    else if (event.key === 'End') items.at(-1)?.focus()
    else return
    event.preventDefault()
  }
  return (
    <div ref={root} className="relative" onKeyDown={onKey}>
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? menu : undefined}
        aria-label={`${label}: ${fullText}`}
        onClick={() => setMenuOpen(!open)}
        className="tabular inline-flex min-h-8 min-w-8 items-center justify-center gap-1 rounded-control px-1.5 text-small font-semibold hover:bg-[rgb(255_255_255/.16)] focus-visible:outline-[#fff] max-tablet:min-h-11"
      >
        {Icon ? (
          <span className={active ? 'border-b-2 border-[#7fd1cc]' : ''}>
            <Icon aria-hidden size={20} strokeWidth={1.75} />
          </span>
        ) : (
          <span className={`px-1.5 leading-5 whitespace-nowrap ${borderless ? '' : 'rounded-mark border border-[rgb(255_255_255/.5)]'}`}>
            <span className="tablet:hidden">{text}</span>
            <span className="max-tablet:hidden">{fullText}</span>
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
                setMenuOpen(false, true)
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
