// Dialog that moves an activity: into which module, after which of its activities.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { type ActivityRow, byModule } from '../course/content.ts'
import { moveActivities } from '../course/content-changes.ts'
import { contentQuery } from '../course/queries.ts'

export default function MoveDialog({ activity, onClose }: { activity: ActivityRow; onClose: () => void }) {
  const t = useTexts('course')
  const { data: content } = useQuery(contentQuery(activity.course_id))
  const groups = content ? byModule(content).flatMap(({ module, activities }) => (module ? [{ module, activities }] : [])) : []
  const [chosen, setChosen] = useState<string>()
  const [place, setPlace] = useState<string>()
  const [busy, setBusy] = useState(false)
  const module = chosen ?? activity.module_id ?? groups[0]?.module.id ?? ''
  const all = groups.find((group) => group.module.id === module)?.activities ?? []
  const others = all.filter(({ id }) => id !== activity.id)
  // in its own module it stays where it is, in another one it goes to the end
  const own = all.findIndex(({ id }) => id === activity.id)
  const after = place ?? (own < 0 ? (others.at(-1)?.id ?? '') : (all[own - 1]?.id ?? ''))
  const move = async () => {
    setBusy(true)
    const before = others[others.findIndex(({ id }) => id === after) + 1]?.id ?? null
    const moved = await moveActivities(activity.course_id, [activity.id], { group: module, before })
    setBusy(false)
    if (moved) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('moveTitle', { title: activity.title })}
      width={416}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void move()}>
            {t('move')}
          </Button>
        </>
      }
    >
      <div className="space-y-4 pb-1">
        <Select
          label={t('module')}
          value={module}
          onChange={(id) => {
            setChosen(id)
            setPlace(undefined)
          }}
          options={groups.map((group) => ({ value: group.module.id, label: group.module.name }))}
        />
        {others.length > 0 && (
          <Select
            label={t('place')}
            value={after}
            onChange={setPlace}
            options={[
              { value: '', label: t('atBeginning') },
              ...others.map(({ id, title }) => ({ value: id, label: t('after', { title }) })),
            ]}
          />
        )}
      </div>
    </Dialog>
  )
}
