// Picking by chance for who teaches: among whom, and so many. Those picked least come first.
import { Shuffle } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import type { TeacherProps } from '../tools.ts'
import { PickedNames } from './names.tsx'
import { type Among, pickPeople } from './pick-people.ts'

const mostPicked = 20

export default function TeacherPick({ session }: TeacherProps) {
  const t = useTexts('inclass')
  const [among, setAmong] = useState<Among>('here')
  const [n, setN] = useState<number | null>(1)
  const [busy, setBusy] = useState(false)
  const options = (['here', 'present', 'hands', 'all'] as const).map((value) => ({ value, label: t(`among.${value}`) }))
  const pick = async () => {
    if (n === null || n < 1 || n > mostPicked) return
    setBusy(true)
    const done = await pickPeople(session.id, { n, among })
    setBusy(false)
    if (!done) toast({ text: t('nobodyToPick') })
  }
  return (
    <div className="flex flex-1 flex-col gap-4">
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void pick()
        }}
      >
        <Segmented label={t('among')} value={among} onChange={setAmong} options={options} />
        <NumberField label={t('howMany')} value={n} onChange={setN} min={1} max={mostPicked} className="w-28" />
        <Button type="submit" variant="primary" icon={Shuffle} busy={busy}>
          {t('pickNow')}
        </Button>
      </form>
      <PickedNames people={session.picked} large />
    </div>
  )
}
