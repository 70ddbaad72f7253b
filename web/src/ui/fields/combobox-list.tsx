// The list of a combobox; only combobox.tsx loads it. The focus stays in the field, so a press never moves it.
import { autoUpdate, flip, offset, size, useFloating } from '@floating-ui/react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Check, Minus } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useTexts } from '../../i18n.ts'
import { Button } from '../button.tsx'
import { classes } from '../class-names.ts'
import { allRow, type Option, virtualFrom } from './combobox-filter.ts'
import { number } from '../format.ts'
import { Bone } from '../states.tsx'
import type { Choices } from './use-options.ts'

export type ListProps = {
  id: string
  label: string
  anchor: RefObject<HTMLDivElement | null>
  rows: readonly Option[]
  choices: Choices
  many: boolean
  active: number
  isChosen: (option: Option) => boolean
  typed: string
  onActive: (index: number) => void
  onTake: (option: Option) => void
  onClear: () => void
}

export default function List({ id, label, anchor, rows, choices, many, active, isChosen, typed, onActive, onTake, onClear }: ListProps) {
  const t = useTexts('inputs')
  const { refs, floatingStyles } = useFloating({
    strategy: 'fixed',
    placement: 'bottom-start',
    elements: { reference: anchor.current },
    whileElementsMounted: autoUpdate,
    middleware: [
      offset(4),
      flip({ padding: 8 }),
      size({
        padding: 8,
        apply: ({ rects, availableHeight, elements }) => {
          Object.assign(elements.floating.style, {
            width: `${Math.max(rects.reference.width, 200)}px`,
            maxHeight: `${Math.max(120, Math.min(320, availableHeight))}px`,
          })
        },
      }),
    ],
  })
  const { options, loading, failed, total, retry } = choices
  const virtual = rows.length > virtualFrom
  const frame = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: virtual ? rows.length : 0,
    getScrollElement: () => frame.current,
    estimateSize: () => 34,
    overscan: 8,
    getItemKey: (index) => rows[index]?.value ?? index,
  })
  useEffect(() => {
    if (active < 0) return
    if (virtual) virtualizer.scrollToIndex(active, { align: 'auto' })
    else frame.current?.querySelector(`[data-at="${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [active, virtual, virtualizer])
  const chosenCount = many ? options.filter(isChosen).length : 0
  const renderRow = (index: number) => {
    const option = rows[index]
    if (!option) return null
    const isAllRow = option.value === allRow
    const chosen = isAllRow ? chosenCount > 0 && chosenCount === options.length : isChosen(option)
    const isPartial = isAllRow && chosenCount > 0 && !chosen
    const Mark = isPartial ? Minus : Check
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active one
      // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
      <div
        key={option.value}
        id={`${id}-${option.value}`}
        data-at={index}
        role="option"
        aria-selected={chosen}
        aria-disabled={option.off !== undefined || undefined}
        aria-setsize={virtual ? rows.length : undefined}
        aria-posinset={virtual ? index + 1 : undefined}
        onClick={() => onTake(option)}
        onPointerMove={() => {
          if (index !== active && option.off === undefined) onActive(index)
        }}
        className={classes(
          'flex min-h-(--control) cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-1 text-body',
          index === active && 'bg-hover',
          isAllRow && 'font-medium',
          option.off !== undefined ? 'cursor-default text-text-3' : chosen && !many && 'font-medium',
        )}
      >
        {many && (
          <span
            aria-hidden
            className={classes(
              'flex size-4 shrink-0 items-center justify-center rounded-mark border',
              chosen || isPartial ? 'border-accent bg-accent text-accent-on' : 'border-line-strong bg-surface',
            )}
          >
            {(chosen || isPartial) && <Mark size={12} strokeWidth={3} />}
          </span>
        )}
        <span className="min-w-0 flex-1" lang={option.lang}>
          <span className="block truncate">{isAllRow ? t('selectAll', { count: options.length }) : option.label}</span>
          {(option.off ?? option.detail) && <span className="block truncate text-caption text-text-3">{option.off ?? option.detail}</span>}
        </span>
        {chosen && !many && <Check aria-hidden size={16} className="shrink-0 text-accent-text" />}
      </div>
    )
  }
  const isEmpty = !loading && !failed && rows.length === 0
  const showSkeleton = loading && rows.length === 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press must not take the focus from the field
    <div
      ref={refs.setFloating}
      style={floatingStyles}
      onPointerDown={(event) => {
        if (!(event.target as Element).closest('button')) event.preventDefault()
      }}
      onMouseDown={(event) => event.preventDefault()}
      className="z-(--z-index-menu) flex flex-col overflow-hidden rounded-card bg-raised shadow-float"
    >
      <div
        ref={frame}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        aria-multiselectable={many || undefined}
        aria-busy={loading || undefined}
        className={classes('min-h-0 overflow-y-auto overscroll-contain', rows.length > 0 && 'p-1.5')}
      >
        {virtual ? (
          <div role="presentation" style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
            {virtualizer.getVirtualItems().map((item) => (
              <div
                key={item.key}
                role="presentation"
                ref={virtualizer.measureElement}
                data-index={item.index}
                style={{ position: 'absolute', insetInline: 0, transform: `translateY(${item.start}px)` }}
              >
                {renderRow(item.index)}
              </div>
            ))}
          </div>
        ) : (
          rows.map((_, index) => renderRow(index))
        )}
      </div>
      {showSkeleton && (
        <div className="space-y-3 p-3.5" role="status" aria-label={t('searching')}>
          <Bone className="w-3/5" />
          <Bone className="w-4/5" />
          <Bone className="w-1/2" />
        </div>
      )}
      {isEmpty && (
        <div role="status" className="flex flex-wrap items-center justify-between gap-2 px-3.5 py-2 text-body text-text-2">
          {t(typed ? 'nothingFits' : 'nothingThere')}
          {typed && (
            <Button variant="link" onClick={onClear}>
              {t('clearSearch')}
            </Button>
          )}
        </div>
      )}
      {failed && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-2 px-3.5 py-2 text-body text-bad-text">
          {t('searchFailed')}
          <Button variant="link" onClick={retry}>
            {t('searchAgain')}
          </Button>
        </div>
      )}
      {total !== undefined && total > options.length && options.length > 0 && (
        <p role="status" className="border-t border-line px-3.5 py-1.5 text-caption text-text-3">
          {t('moreFit', { shown: number(options.length), total: number(total) })}
        </p>
      )}
    </div>
  )
}
