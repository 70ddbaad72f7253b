// A tree with keyboard control: up and down move, right opens or enters, left closes or leaves, Home and End, letters jump, Enter chooses.
// Missing children are loaded when a branch is first opened.
import { ChevronDown, ChevronRight, type LucideIcon, RotateCw } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { classes } from '../class-names.ts'
import { Spinner } from '../progress.tsx'

export type Leaf = { id: string; name: string; icon?: LucideIcon; end?: string; branch?: boolean; children?: readonly Leaf[] }

export function Tree({
  label,
  items,
  chosen,
  onChoose,
  load,
  opened = [],
}: {
  label: string
  items: readonly Leaf[]
  chosen?: string | undefined
  onChoose: (id: string) => void
  /** Loads the children of a branch without any; an error is shown with a retry. */
  load?: (id: string) => Promise<readonly Leaf[]>
  /** Branches open initially. */
  opened?: readonly string[]
}) {
  const t = useTexts('ui')
  const tree = useRef<HTMLUListElement>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(opened))
  const [loaded, setLoaded] = useState<Readonly<Record<string, readonly Leaf[] | 'waiting' | 'failed'>>>({})
  const [focusedId, setFocusedId] = useState<string>()
  const childrenOf = (leaf: Leaf) => leaf.children ?? loaded[leaf.id]
  const isBranch = (leaf: Leaf) => leaf.branch ?? leaf.children !== undefined

  const loadChildren = async (leaf: Leaf) => {
    if (!load) return
    setLoaded((current) => ({ ...current, [leaf.id]: 'waiting' }))
    const answer = await load(leaf.id).catch(() => 'failed' as const)
    setLoaded((current) => ({ ...current, [leaf.id]: answer }))
  }
  const toggle = (leaf: Leaf, opens: boolean) => {
    setOpen((current) => new Set(opens ? [...current, leaf.id] : [...current].filter((id) => id !== leaf.id)))
    const children = childrenOf(leaf)
    if (opens && (children === undefined || children === 'failed')) void loadChildren(leaf)
  }
  type Row = { leaf: Leaf; level: number; parent: string | undefined }
  const rows: Row[] = []
  const addRows = (list: readonly Leaf[], level: number, parent?: string) => {
    for (const leaf of list) {
      rows.push({ leaf, level, parent })
      const children = open.has(leaf.id) ? childrenOf(leaf) : undefined
      if (Array.isArray(children)) addRows(children, level + 1, leaf.id)
    }
  }
  addRows(items, 1)
  const tabStop = rows.some(({ leaf }) => leaf.id === focusedId)
    ? focusedId
    : (rows.find(({ leaf }) => leaf.id === chosen) ?? rows[0])?.leaf.id
  const focusRow = (id: string | undefined) => {
    if (id === undefined) return
    setFocusedId(id)
    tree.current?.querySelector<HTMLElement>(`[data-leaf="${CSS.escape(id)}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const i = rows.findIndex(({ leaf }) => leaf.id === tabStop)
    const row = rows[i]
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return
    const branch = isBranch(row.leaf)
    const isOpen = open.has(row.leaf.id)
    if (event.key === 'ArrowDown') focusRow(rows[i + 1]?.leaf.id)
    else if (event.key === 'ArrowUp') focusRow(rows[i - 1]?.leaf.id)
    else if (event.key === 'Home') focusRow(rows[0]?.leaf.id)
    else if (event.key === 'End') focusRow(rows.at(-1)?.leaf.id)
    else if (event.key === 'ArrowRight' && branch && !isOpen) toggle(row.leaf, true)
    else if (event.key === 'ArrowRight' && branch && rows[i + 1]?.parent === row.leaf.id) focusRow(rows[i + 1]?.leaf.id)
    else if (event.key === 'ArrowLeft' && branch && isOpen) toggle(row.leaf, false)
    else if (event.key === 'ArrowLeft') focusRow(row.parent)
    else if (event.key === 'Enter' || event.key === ' ') onChoose(row.leaf.id)
    else if (event.key.length === 1) {
      const letter = event.key.toLocaleLowerCase()
      focusRow([...rows.slice(i + 1), ...rows.slice(0, i)].find(({ leaf }) => leaf.name.toLocaleLowerCase().startsWith(letter))?.leaf.id)
    } else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the tree pattern of ARIA; rows without roles of their own would not do
    <ul ref={tree} role="tree" aria-label={label} onKeyDown={onKeyDown} className="text-body">
      {rows.map(({ leaf, level }) => {
        const branch = isBranch(leaf)
        const isOpen = open.has(leaf.id)
        const state = isOpen && !leaf.children ? loaded[leaf.id] : undefined
        const Icon = leaf.icon
        const Chevron = isOpen ? ChevronDown : ChevronRight
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
          <li
            key={leaf.id}
            role="treeitem"
            data-leaf={leaf.id}
            aria-level={level}
            aria-expanded={branch ? isOpen : undefined}
            aria-selected={leaf.id === chosen}
            aria-busy={state === 'waiting' || undefined}
            tabIndex={leaf.id === tabStop ? 0 : -1}
            onFocus={() => setFocusedId(leaf.id)}
            onClick={() => onChoose(leaf.id)}
            style={{ paddingLeft: 4 + (level - 1) * 20 }}
            className={classes(
              'cursor-pointer rounded-control focus-visible:-outline-offset-2',
              leaf.id === chosen ? 'bg-accent-soft text-accent-soft-text' : 'hover:bg-hover',
            )}
          >
            <span className="flex min-h-(--control) items-center gap-2 pr-2">
              {branch ? (
                // the arrow keys are the way by keyboard
                // biome-ignore lint/a11y/useKeyWithClickEvents: see above
                // biome-ignore lint/a11y/noStaticElementInteractions: see above
                <span
                  className="inline-flex size-6 shrink-0 items-center justify-center pointer-coarse:size-11"
                  onClick={(event) => {
                    event.stopPropagation()
                    toggle(leaf, !isOpen)
                  }}
                >
                  {state === 'waiting' ? <Spinner size={14} /> : <Chevron aria-hidden size={16} strokeWidth={1.75} />}
                </span>
              ) : (
                <span className="w-6 shrink-0" />
              )}
              {Icon && <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-text-2" />}
              <span className="min-w-0 flex-1 truncate">{leaf.name}</span>{' '}
              {leaf.end && <span className="tabular shrink-0 text-small text-text-3">{leaf.end}</span>}
            </span>
            {state === 'failed' && (
              <span role="alert" className="flex items-center gap-2 pb-1 pl-8 text-small text-bad-text">
                <RotateCw aria-hidden size={14} strokeWidth={2} />
                {t('branchFailed')}
              </span>
            )}
            {Array.isArray(state) && state.length === 0 && (
              <span className="block pb-1 pl-8 text-small text-text-3">{t('branchEmpty')}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
