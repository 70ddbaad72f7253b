// The spot check: some of those who claimed are chosen by chance, to be called by name.
import { ScanSearch } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { attemptChange, readAgain } from '../queries.ts'
import type { NotePlace } from './notes.ts'

const most = 20

export function SpotCheck({ place }: { place: NotePlace }) {
  const t = useTexts('inclass')
  const [n, setN] = useState<number | null>(3)
  const [busy, setBusy] = useState(false)
  const check = async () => {
    if (n === null || n < 1 || n > most) return
    setBusy(true)
    await attemptChange(place.session, async () => {
      const { people } = await call('POST /api/roll-calls/:id/spot-check', { params: { id: place.rollCall }, body: { n } })
      if (people.length === 0) toast({ text: t('spotNone') })
      await readAgain(place.session)
    })
    setBusy(false)
  }
  return (
    <form
      className="mt-5 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void check()
      }}
    >
      <NumberField label={t('spotPeople')} value={n} onChange={setN} min={1} max={most} className="w-36" />
      <Button type="submit" icon={ScanSearch} busy={busy}>
        {t('spotCheck')}
      </Button>
      <p className="max-w-[56ch] flex-1 basis-72 text-small text-text-3">{t('relayed')}</p>
    </form>
  )
}
