// Panel of notes beside a file in the viewer, 290 px wide, on a phone a sheet.
import { X } from 'lucide-react'
import { useMemo } from 'react'
import { useTexts } from '../../../i18n.ts'
import { classes } from '../../../ui/class-names.ts'
import { sheetClasses, usePhone } from '../../../ui/dialogs/phone.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { PanelProps } from '../../../viewer/panels.ts'
import { NoteBox } from './note-box.tsx'

export default function NotePanel({ view, place, handle, onOver, onClose }: PanelProps) {
  const t = useTexts('notes')
  const phone = usePhone()
  const { course, activity, note } = place
  const type = view.kind === 'video' || view.kind === 'image' ? view.kind : 'document'
  const file = useMemo(() => ({ course, activity, id: view.id, type }) as const, [course, activity, view.id, type])
  return (
    <aside
      aria-label={t('notes')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        event.preventDefault()
        onClose()
      }}
      className={classes(
        phone ? `${sheetClasses} !max-h-[60dvh] overflow-y-auto` : 'w-[290px] shrink-0 overflow-y-auto border-l border-line bg-sunken',
      )}
    >
      <div className="flex min-h-11 items-center justify-between pr-1.5 pl-3">
        <h3 className="text-small font-semibold">{t('notes')}</h3>
        <IconButton size="sm" label={t('close')} icon={X} onClick={onClose} />
      </div>
      <NoteBox key={file.id} file={file} handle={handle} asked={note} onOver={onOver} />
    </aside>
  )
}
