// Dialog that distributes students over groups by chance: choices first, then the groups as they would be; nothing changes until they are saved.
import { Dices } from 'lucide-react'
import { useState } from 'react'
import { type CallInput, call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText, refusal } from '../../../parts/base/errors/problem-text.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { PreviewGroups } from './preview-groups.tsx'
import { ValuesFile } from './values-file.tsx'
import { type Board, type PreviewGroup, savePreview } from './queries.ts'

type Request = NonNullable<CallInput<'POST /api/group-sets/:id/distribute'>['body']>
type Balance = NonNullable<Request['balance']>
const balances: readonly Balance[] = ['department', 'klass', 'given']
type Values = NonNullable<Request['values']>

export default function DistributeDialog({ board, onClose }: { board: Board; onClose: () => void }) {
  const t = useTexts('groups')
  const ungrouped = board.ungrouped?.length ?? 0
  const [who, setWho] = useState<Request['who']>(ungrouped > 0 ? 'ungrouped' : 'everyone')
  const [into, setInto] = useState<Request['into']>(board.list.length > 0 ? 'existing' : 'size')
  const [n, setN] = useState<number | null>(4)
  const [balance, setBalance] = useState<Balance | ''>('')
  const [values, setValues] = useState<Values>()
  const [groups, setGroups] = useState<readonly PreviewGroup[]>()
  const [klassless, setKlassless] = useState(0)
  const [failure, setFailure] = useState<ReturnType<typeof refusal>>()
  const [busy, setBusy] = useState(false)
  const total = board.members + ungrouped
  const numbered = into === 'count' || into === 'size'

  const preview = async () => {
    if (numbered && n === null) return setFailure({ fields: { n: t('numberMissing') }, text: '' })
    const mixed = into === 'klass' ? '' : balance
    if (mixed === 'given' && !values?.length) return setFailure({ fields: {}, text: t('valuesMissing') })
    setBusy(true)
    setFailure(undefined)
    try {
      const body = {
        who,
        into,
        ...(numbered && n !== null && { n }),
        ...(mixed && { balance: mixed }),
        ...(mixed === 'given' && { values: values ?? [] }),
        name: t('groupName'),
      }
      const planned = await call('POST /api/group-sets/:id/distribute', { params: { id: board.id }, body })
      setGroups(planned.groups)
      setKlassless(planned.klassless)
    } catch (error) {
      setFailure(refusal(error))
    } finally {
      setBusy(false)
    }
  }
  const save = async () => {
    if (!groups) return
    setBusy(true)
    try {
      const { moved, undo } = await savePreview(board, groups)
      toast({
        text: t('distributed', { count: moved }),
        undo: () => void undo().catch((error: unknown) => toast({ text: problemText(error), error: true })),
      })
      onClose()
    } catch (error) {
      setFailure(refusal(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('distributeTitle')}
      width={720}
      top
      footer={
        groups ? (
          <>
            <Button variant="quiet" onClick={() => setGroups(undefined)}>
              {t('back')}
            </Button>
            {into !== 'klass' && (
              <Button icon={Dices} busy={busy} onClick={() => void preview()}>
                {t('again')}
              </Button>
            )}
            <Button variant="primary" busy={busy} onClick={() => void save()}>
              {t('saveGroups')}
            </Button>
          </>
        ) : (
          <>
            <Button variant="quiet" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button variant="primary" busy={busy} onClick={() => void preview()}>
              {t('showPreview')}
            </Button>
          </>
        )
      }
    >
      <div className="space-y-4 pb-1">
        {groups ? (
          <>
            <p className="text-text-2">
              {t('previewText')}
              {klassless > 0 && ` ${t('klassless', { count: klassless })}`}
            </p>
            <PreviewGroups groups={groups} {...(balance && into !== 'klass' && { valueText: (value: string) => value || t('noValue') })} />
          </>
        ) : (
          <>
            <RadioGroup
              label={t('who')}
              value={who}
              onChange={setWho}
              options={[
                { value: 'ungrouped', label: t('whoUngrouped', { count: ungrouped }), off: ungrouped === 0 ? t('everybodyIn') : undefined },
                { value: 'everyone', label: t('whoEveryone', { count: total }), help: t('whoEveryoneHelp') },
              ]}
            />
            <RadioGroup
              label={t('into')}
              value={into}
              onChange={setInto}
              options={[
                {
                  value: 'existing',
                  label: t('intoExisting', { count: board.list.length }),
                  off: board.list.length === 0 ? t('noGroups') : undefined,
                },
                { value: 'count', label: t('intoCount') },
                { value: 'size', label: t('intoSize') },
                { value: 'klass', label: t('intoKlass'), help: t('intoKlassHelp') },
              ]}
            />
            {numbered && (
              <NumberField
                label={into === 'count' ? t('groupsNumber') : t('peopleNumber')}
                value={n}
                onChange={setN}
                min={1}
                max={into === 'count' ? 200 : 500}
                error={failure?.fields.n}
                className="max-w-[240px]"
              />
            )}
            {into !== 'klass' && (
              <Select
                label={t('balance')}
                help={t('balanceHelp')}
                value={balance}
                onChange={setBalance}
                options={[{ value: '', label: t('balanceNone') }, ...balances.map((value) => ({ value, label: t(`balance.${value}`) }))]}
              />
            )}
            {balance === 'given' && into !== 'klass' && <ValuesFile board={board} onValues={setValues} />}
          </>
        )}
        {failure && failure.fields.n === undefined && (
          <Banner tone="bad" urgent>
            {Object.values(failure.fields)[0] ?? failure.text}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
