// Export of everybody who fits the search and filters, in the order of the list: a task of the server writes the file, however many they are.
import { ChevronDown, Download } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../client.ts'
import { currentLocale, useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { Menu } from '../../../ui/menus/menu.tsx'
import type { ListRequest } from '../../../ui/table/paging.ts'
import { conditionsOf, sortOf } from './people.ts'

const formats = ['csv', 'xlsx'] as const
type Props = {
  list: Pick<ListRequest, 'find' | 'filters' | 'sort'> & { total: number }
  onTask: (id: string) => void
}

export function ExportPeople({ list, onTask }: Props) {
  const t = useTexts('exports')
  const ui = useTexts('ui')
  const [busy, setBusy] = useState(false)
  const start = async (format: (typeof formats)[number]) => {
    setBusy(true)
    try {
      const [conditions, sort] = [conditionsOf(list), sortOf(list)]
      const body = { format, lang: currentLocale(), ...(conditions && { conditions }), ...(sort && { sort }) }
      onTask((await call('POST /api/users/exports', { body })).task)
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Menu
      align="end"
      trigger={{
        kind: 'button',
        props: {
          icon: Download,
          trailing: ChevronDown,
          busy,
          off: list.total === 0 ? ui('exportNothing') : undefined,
          children: ui('export'),
        },
      }}
      groups={[{ heading: t('scope'), items: formats.map((format) => ({ label: t(format), onSelect: () => void start(format) })) }]}
    />
  )
}
