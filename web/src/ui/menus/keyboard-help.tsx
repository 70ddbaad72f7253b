// Keyboard help: the keys of the page, opened by ?. Single keys can be turned off, for people who control their device by speech.
import { useTexts } from '../../i18n.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import { SingleKeysSwitch } from './single-keys-switch.tsx'

export type KeyGroup = { heading: string; keys: readonly { keys: readonly string[]; does: string }[] }

export default function KeyboardHelp({ groups, onClose }: { groups: readonly KeyGroup[]; onClose: () => void }) {
  const t = useTexts('ui')
  return (
    <Dialog open title={t('keys')} width={560} onClose={onClose}>
      <div className="space-y-4 pb-3">
        {groups.map((group) => (
          <section key={group.heading}>
            <h3 className="mb-1 text-caption font-semibold text-text-3">{group.heading}</h3>
            <dl className="divide-y divide-line">
              {group.keys.map(({ keys, does }) => (
                <div key={does} className="flex min-h-8 items-center gap-3 py-1">
                  <dt className="order-last flex shrink-0 gap-1">
                    {keys.map((key) => (
                      <kbd key={key} className="rounded-mark border border-line bg-sunken px-1.5 font-sans text-caption">
                        {key}
                      </kbd>
                    ))}
                  </dt>
                  <dd className="min-w-0 flex-1">{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <SingleKeysSwitch />
      </div>
    </Dialog>
  )
}
