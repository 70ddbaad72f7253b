// An ordered list of options or items that is written like a list: Enter goes to an empty one below or adds one, Backspace in an empty one takes it away, pasted lines
// become rows, rows are dragged or moved by keyboard.
import type { Part } from '@lyceum/activity/questions/question-types/shapes'
import { Plus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '../../i18n.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/class-names.ts'
import type { UploadFile } from '../../ui/editor/editor-uploads.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { SortLiveText, sortClasses, SortHandle } from '../../ui/order/sort-handle.tsx'
import { useSortable } from '../../ui/order/sortable.ts'
import { reordered } from '../../ui/order/sorting.ts'
import { part } from './part-id.ts'
import { htmlOf, plainText } from './plain-text.ts'
import { RichLine } from './rich-line.tsx'

export function PartList({
  kind,
  label,
  name,
  add,
  parts,
  least,
  most,
  onChange,
  fault,
  uploadFile,
  textsOnly = false,
  before,
  beside,
  below,
}: {
  /** Distinguishes it from other lists of the page. */
  kind: string
  label: string
  /** The label of a row: "Option 3". */
  name: (number: number) => string
  /** The label of the button that adds one. */
  add: string
  parts: readonly Part[]
  least: number
  most: number
  onChange: (parts: Part[]) => void
  /** The error of the nth text. */
  fault: (n: number) => string | undefined
  uploadFile: UploadFile
  /** Without the controls of the rows: no answer is right. */
  textsOnly?: boolean
  /** Controls of a row: whether it is right, what it earns, its feedback. */
  before?: (part: Part, n: number) => ReactNode
  beside?: (part: Part, n: number) => ReactNode
  below?: (part: Part, n: number) => ReactNode
}) {
  const t = useTexts('questions')
  const inputs = useRef(new Map<string, HTMLInputElement>())
  const next = useRef<string>(undefined)
  const sorting = useSortable({
    kind,
    groups: [{ id: kind, items: parts.map(({ id }) => id) }],
    name: (id) => nameOf(id),
    onMove: (id, target) => {
      const order = reordered(
        parts.map((one) => one.id),
        [id],
        target.before,
      )
      onChange(order.flatMap((one) => parts.find((each) => each.id === one) ?? []))
    },
  })
  const nameOf = (id: string) => {
    const n = parts.findIndex((one) => one.id === id)
    return plainText(parts[n]?.text ?? '') || name(n + 1)
  }
  // the row that was added, or stands before the one that was taken away
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the rows are others
  useEffect(() => {
    if (next.current) inputs.current.get(next.current)?.focus()
    next.current = undefined
  }, [parts])

  const insert = (at: number, texts: string[]) => {
    const added = texts.slice(0, most - parts.length).map((text) => ({ ...part(), text: htmlOf(text) }))
    next.current = added.at(-1)?.id
    if (added.length > 0) onChange([...parts.slice(0, at), ...added, ...parts.slice(at)])
  }
  const remove = (n: number) => {
    next.current = parts[n === 0 ? 1 : n - 1]?.id
    onChange(parts.filter((_, at) => at !== n))
  }
  const onKeyDown = (n: number) => (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      const below = parts[n + 1]
      if (below?.text === '') inputs.current.get(below.id)?.focus()
      else insert(n + 1, [''])
    } else if (event.key === 'Backspace' && parts[n]?.text === '' && parts.length > least) {
      event.preventDefault()
      remove(n)
    }
  }
  const shown = (sorting.groups[0]?.items ?? []).flatMap((id) => parts.find((one) => one.id === id) ?? [])
  return (
    <div role="group" aria-label={label}>
      <div className="mb-1 text-body font-medium">{label}</div>
      <div ref={sorting.list} className="flex flex-col gap-2">
        {shown.map((one) => {
          const n = parts.indexOf(one)
          const rowName = name(n + 1)
          return (
            <div key={one.id} {...sorting.row(one.id)} className={classes('relative rounded-control', sortClasses(sorting, one.id))}>
              <div className="flex items-start gap-2 max-tablet:flex-wrap max-tablet:gap-y-0">
                <span className="inline-flex min-h-(--field) items-center gap-2 max-tablet:min-h-(--control)">
                  <SortHandle sorting={sorting} id={one.id} name={nameOf(one.id)} />
                  {!textsOnly && before?.(one, n)}
                </span>
                <div className="min-w-0 flex-1 max-tablet:min-w-[calc(100%-96px)]">
                  <RichLine
                    ref={(element) => {
                      if (element) inputs.current.set(one.id, element)
                      else inputs.current.delete(one.id)
                    }}
                    label={rowName}
                    placeholder={rowName}
                    value={one.text}
                    onChange={(text) => onChange(parts.map((each) => (each.id === one.id ? { ...each, text } : each)))}
                    error={fault(n)}
                    uploadFile={uploadFile}
                    onKeyDown={onKeyDown(n)}
                    onLines={(lines) => {
                      const [first = '', ...rest] = lines
                      if (one.text) return insert(n + 1, lines)
                      const added = rest.slice(0, most - parts.length).map((text) => ({ ...part(), text: htmlOf(text) }))
                      next.current = added.at(-1)?.id
                      onChange([...parts.slice(0, n), { ...one, text: htmlOf(first) }, ...added, ...parts.slice(n + 1)])
                    }}
                  />
                </div>
                <span className="inline-flex items-start gap-2 max-tablet:ml-auto">
                  {!textsOnly && beside?.(one, n)}
                  <IconButton
                    icon={Trash2}
                    size="sm"
                    className="mt-[3px] max-tablet:mt-0"
                    label={t('remove', { name: nameOf(one.id) })}
                    off={parts.length > least ? undefined : t('least', { count: least })}
                    onClick={() => {
                      if (parts.length > least) remove(n)
                    }}
                  />
                </span>
              </div>
              {!textsOnly && below?.(one, n)}
            </div>
          )
        })}
      </div>
      <Button
        variant="quiet"
        icon={Plus}
        className="mt-2"
        off={parts.length < most ? undefined : t('mostParts', { count: most })}
        onClick={() => {
          if (parts.length < most) insert(parts.length, [''])
        }}
      >
        {add}
      </Button>
      <SortLiveText sorting={sorting} />
    </div>
  )
}
