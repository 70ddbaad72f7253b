// Groups for who teaches: those who are here, divided by chance into so many.
import { Shuffle } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Empty } from '../../../ui/states.tsx'
import { attemptChange, changeClass } from '../queries.ts'
import type { TeacherProps } from '../tools.ts'
import { GroupList } from './list.tsx'

const [least, most] = [2, 100]

export default function TeacherGroups({ session: { id, groups } }: TeacherProps) {
  const t = useTexts('inclass')
  const [n, setN] = useState<number | null>(groups?.length ?? 4)
  const [busy, setBusy] = useState(false)
  const change = async (count: number | null) => {
    setBusy(true)
    await attemptChange(id, () => changeClass(id, { groups: count, ...(count !== null && { shown: { view: 'groups' } }) }))
    setBusy(false)
  }
  return (
    <div className="space-y-4">
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (n !== null && n >= least && n <= most) void change(n)
        }}
      >
        <NumberField label={t('groupCount')} value={n} onChange={setN} min={least} max={most} className="w-36" />
        <Button type="submit" variant={groups ? 'secondary' : 'primary'} icon={Shuffle} busy={busy}>
          {t(groups ? 'divideAgain' : 'divide')}
        </Button>
        {groups && (
          <Button variant="quiet" busy={busy} onClick={() => void change(null)}>
            {t('dissolve')}
          </Button>
        )}
      </form>
      {groups ? <GroupList groups={groups} large /> : <Empty title={t('noGroups')} text={t('groupsHelp')} />}
    </div>
  )
}
