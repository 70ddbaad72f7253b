// Hook of a paste and of a cleared area: checked cell by cell, with a question first where much changes or not all of it is a score.
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import type { Written } from '../../../ui/sheet/sheet.ts'
import { type Item, sameValue, typedValue } from './book.ts'
import type { Paste } from './paste-dialog.tsx'
import { refusedText } from './refused-text.ts'
import type { Book } from './use-book.ts'

const most = 20

export function usePaste(book: Book, items: readonly Item[]) {
  const t = useTexts('scores')
  const [asked, setAsked] = useState<Paste>()
  const itemOf = new Map(items.map((item) => [item.id, item]))
  const nameOf = (person: string) => book.rows.get(person)?.student.name ?? ''
  const read = (cells: readonly Written[]): Paste => {
    const paste: Paste = { cells: [], refused: [], rounded: 0 }
    for (const { row, column, text } of cells) {
      const item = itemOf.get(column)
      if (!item) continue
      const typed = typedValue(text, item, t('excusedShort'))
      const name = nameOf(row)
      if ('error' in typed) paste.refused.push({ name, title: item.title, text, reason: refusedText(t, typed, item) ?? '' })
      else {
        if (typed.rounded) paste.rounded++
        const before = book.shown(row, column)
        if (!sameValue(before, typed.value))
          paste.cells.push({ person: row, item: column, name, title: item.title, before, after: typed.value })
      }
    }
    return paste
  }
  const write = ({ cells, rounded }: Paste) => {
    book.write(cells.map(({ person, item, after }) => ({ person, item, value: after })))
    if (rounded > 0) toast({ text: t('rounded', { count: rounded }) })
  }
  const offer = (cells: readonly Written[]) => {
    const paste = read(cells)
    if (paste.cells.length > most || paste.refused.length > 0) setAsked(paste)
    else write(paste)
  }
  return {
    offer,
    write: (cells: readonly Written[]) => write(read(cells)),
    asked,
    close: () => setAsked(undefined),
    confirm: () => {
      if (asked) write(asked)
      setAsked(undefined)
    },
  }
}
