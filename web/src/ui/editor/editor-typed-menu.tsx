// Menu of what is typed behind a sign: its choices below the caret. The text keeps the focus and names the active one, as a combobox does.
import { autoUpdate, flip, offset, shift, size, useFloating } from '@floating-ui/react'
import { type Editor, posToDOMRect } from '@tiptap/core'
import type { LucideIcon } from 'lucide-react'
import { type RefObject, useEffect, useId, useLayoutEffect, useState } from 'react'
import { classes } from '../class-names.ts'
import { nextActive } from '../fields/combobox-filter.ts'
import type { Typed } from './editor-typed.ts'

export type TypedChoice = { value: string; label: string; icon: LucideIcon }

/** `onTake`: what was typed is gone from the text by then. */
export function TypedMenu<C extends TypedChoice>({
  editor,
  typed,
  choices,
  label,
  onKey,
  onTake,
}: {
  editor: Editor
  typed: Typed | null
  choices: readonly C[]
  label: string
  onKey: RefObject<(event: KeyboardEvent) => boolean>
  onTake: (choice: C) => void
}) {
  const id = useId()
  const [active, setActive] = useState(0)
  const shown = typed !== null && choices.length > 0
  const at = Math.min(active, choices.length - 1)
  const from = typed?.from
  const { refs, floatingStyles } = useFloating({
    open: shown,
    strategy: 'fixed',
    placement: 'bottom-start',
    whileElementsMounted: autoUpdate,
    middleware: [
      offset(6),
      flip({ padding: 8 }),
      shift({ padding: 8 }),
      // on a phone neither side has room for all of it
      size({
        padding: 8,
        apply: ({ availableHeight, elements }) => {
          elements.floating.style.maxHeight = `${Math.max(120, Math.min(460, availableHeight))}px`
        },
      }),
    ],
  })
  useLayoutEffect(() => {
    if (from === undefined) return
    refs.setPositionReference({
      contextElement: editor.view.dom,
      getBoundingClientRect: () => posToDOMRect(editor.view, Math.min(from, editor.state.doc.content.size), from),
    })
    setActive(0)
  }, [editor, from, refs])
  const query = typed?.query
  useEffect(() => {
    if (query !== undefined) setActive(0)
  }, [query])
  const optionId = (index: number) => `${id}-${index}`
  useLayoutEffect(() => {
    // the view is not there before its first use
    if (!shown) return
    const { dom } = editor.view
    dom.setAttribute('aria-controls', id)
    dom.setAttribute('aria-autocomplete', 'list')
    dom.setAttribute('aria-activedescendant', `${id}-${at}`)
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
    return () => {
      for (const name of ['aria-controls', 'aria-autocomplete', 'aria-activedescendant']) dom.removeAttribute(name)
    }
  }, [editor, shown, id, at])
  const take = (choice: C | undefined) => {
    if (!choice || !typed) return
    editor.chain().focus().deleteRange({ from: typed.from, to: editor.state.selection.from }).run()
    onTake(choice)
  }
  onKey.current = ({ key }) => {
    if (!shown) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (step) setActive(nextActive(choices, at, step))
    else if (key === 'Enter' || key === 'Tab') take(choices[at])
    else return false
    return true
  }
  if (!shown) return null
  return (
    <div
      ref={refs.setFloating}
      id={id}
      role="listbox"
      aria-label={label}
      // never reached: the text takes Tab while it is open
      tabIndex={0}
      style={floatingStyles}
      onMouseDown={(event) => event.preventDefault()}
      className="z-(--z-index-menu) w-60 overflow-y-auto rounded-card bg-raised p-1.5 shadow-float"
    >
      {choices.map((choice, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the text keeps the focus and names the active one
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text has the keys
        <div
          key={choice.value}
          id={optionId(index)}
          role="option"
          aria-selected={index === at}
          onMouseMove={() => setActive(index)}
          onClick={() => take(choice)}
          className={classes(
            'flex min-h-(--control) cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-1 text-body',
            index === at && 'bg-hover',
          )}
        >
          <choice.icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-text-2" />
          <bdi className="min-w-0 wrap-break-word">{choice.label}</bdi>
        </div>
      ))}
    </div>
  )
}
