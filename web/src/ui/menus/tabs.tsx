// Tabs: an underline of 2 px under the current one, arrow keys, Home and End. The panel belongs to the page, with `panelProps(value)`.
import { type KeyboardEvent, useId } from 'react'
import { classes } from '../class-names.ts'
import { useCurrentInSight } from '../current-in-sight.ts'

export function useTabs() {
  const id = useId()
  return {
    tabId: (value: string) => `${id}-${value}`,
    panelProps: (value: string) => ({ role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': `${id}-${value}`, tabIndex: 0 }) as const,
    panelId: `${id}-panel`,
  }
}

export function Tabs<T extends string>({
  label,
  value,
  onChange,
  tabs,
  wired,
  className,
}: {
  label: string
  value: T
  onChange: (value: T) => void
  tabs: readonly { value: T; label: string; count?: number | string | undefined }[]
  wired: ReturnType<typeof useTabs>
  className?: string
}) {
  const list = useCurrentInSight<HTMLDivElement>(value)
  const onKeyDown = (event: KeyboardEvent) => {
    const currentIndex = tabs.findIndex((tab) => tab.value === value)
    const target = { ArrowRight: currentIndex + 1, ArrowLeft: currentIndex - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (target === undefined) return
    event.preventDefault()
    const index = (target + tabs.length) % tabs.length
    onChange(tabs[index]!.value)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      onKeyDown={onKeyDown}
      className={classes('flex gap-[18px] overflow-x-auto border-b border-line', className)}
    >
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={wired.tabId(tab.value)}
          aria-controls={wired.panelId}
          aria-selected={tab.value === value}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
          className={classes(
            '-mb-px min-h-9 border-b-2 text-small font-medium whitespace-nowrap',
            tab.value === value ? 'border-accent text-text' : 'border-transparent text-text-2 hover:text-text',
          )}
        >
          {tab.label}
          {tab.count !== undefined && <span className="tabular ml-1 font-normal text-text-3">{tab.count}</span>}
        </button>
      ))}
    </div>
  )
}
