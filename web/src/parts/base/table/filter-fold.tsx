// Filters of a list: beside its search, on a phone behind one button with the number of those that are set.
import { ListFilter } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { usePhone } from '../../../ui/dialogs/phone.tsx'

export function FilterFold({ count, children }: { count: number; children: ReactNode }) {
  const t = useTexts('ui')
  const isPhone = usePhone()
  const [open, setOpen] = useState(false)
  if (!isPhone) return children
  return (
    <>
      <Button icon={ListFilter} aria-expanded={open} onClick={() => setOpen(!open)}>
        {count > 0 ? t('filtersSet', { number: count }) : t('filters')}
      </Button>
      {open && <div className="flex w-full flex-wrap items-end gap-3">{children}</div>}
    </>
  )
}
