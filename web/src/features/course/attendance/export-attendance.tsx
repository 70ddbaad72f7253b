// Export of the attendance of everybody who fits the search and filters: a task of the server writes the file, however many they are.
import { ChevronDown, Download } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../client.ts'
import { currentLocale, useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { Menu } from '../../../ui/menus/menu.tsx'

const formats = ['csv', 'xlsx'] as const

export function ExportAttendance({
  course,
  conditions,
  empty,
  onTask,
}: {
  course: string
  conditions: string | undefined
  /** Nobody fits. */
  empty: boolean
  onTask: (id: string) => void
}) {
  const t = useTexts('exports')
  const ui = useTexts('ui')
  const [busy, setBusy] = useState(false)
  const start = async (format: (typeof formats)[number]) => {
    setBusy(true)
    try {
      const body = { format, lang: currentLocale(), ...(conditions && { conditions }) }
      onTask((await call('POST /api/courses/:id/attendance/export', { params: { id: course }, body })).task)
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
        props: { icon: Download, trailing: ChevronDown, busy, off: empty ? ui('exportNothing') : undefined, children: ui('export') },
      }}
      groups={[
        {
          heading: t('scope'),
          items: formats.map((format) => ({ label: t(format), action: 'attendance.export' as const, onSelect: () => void start(format) })),
        },
      ]}
    />
  )
}
