// Dialog of who may begin an exam: a code that is told in the room, and the addresses it may be written from.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { fieldTexts, problemText } from '../../parts/base/errors/problem-text.ts'
import { invalidate, query, queryClient } from '../../queries.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { TextArea, TextField } from '../../ui/fields/field.tsx'
import { Bone } from '../../ui/states.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'

type Access = Answer<'GET /api/activities/:id/exam-access'>

export default function AccessDialog({ activity, onClose }: { activity: string; onClose: () => void }) {
  const t = useTexts('exam-work')
  const read = query('GET /api/activities/:id/exam-access', { params: { id: activity } })
  const { data, error } = useQuery({ ...read, staleTime: 0, gcTime: 0 })
  if (data) return <Editing activity={activity} access={data} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={t('access')} width={560}>
      {error ? (
        <Banner tone="bad" urgent>
          {problemText(error)}
        </Banner>
      ) : (
        <Bone className="h-40" />
      )}
    </Dialog>
  )
}

const rangesIn = (typed: string) => [...new Set(typed.split(/[\s,;、，]+/).filter(Boolean))]

function Editing({ activity, access, onClose }: { activity: string; access: Access; onClose: () => void }) {
  const t = useTexts('exam-work')
  const c = useTexts('course')
  const [code, setCode] = useState(access.code ?? '')
  const [ranges, setRanges] = useState(access.ip_ranges.join('\n'))
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const fields = failure === undefined ? {} : fieldTexts(failure)
  const rangeFault = Object.entries(fields).find(([field]) => field.startsWith('ip_ranges'))?.[1]
  const save = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      const saved = await call('PUT /api/activities/:id/exam-access', {
        params: { id: activity },
        body: { code: code.trim() || null, ip_ranges: rangesIn(ranges) },
      })
      queryClient.setQueryData(query('GET /api/activities/:id/exam-access', { params: { id: activity } }).queryKey, saved)
      await invalidate('GET /api/activities/:id')
      toast({ text: t('accessSaved') })
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('access')}
      width={560}
      changed={code !== (access.code ?? '') || ranges !== access.ip_ranges.join('\n')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {c('cancel')}
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            {c('save')}
          </Button>
        </>
      }
    >
      <div className="space-y-4 pb-1">
        <TextField
          label={t('examCode')}
          help={t('examCodeHelp')}
          value={code}
          onChange={setCode}
          maxLength={50}
          autoComplete="off"
          error={fields.code}
          className="max-w-[320px]"
        />
        <TextArea
          label={t('addresses')}
          help={t('addressesHelp')}
          rows={4}
          value={ranges}
          onChange={setRanges}
          spellCheck={false}
          error={rangeFault}
        />
        {failure !== undefined && !fields.code && !rangeFault && (
          <Banner tone="bad" urgent>
            {problemText(failure)}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
