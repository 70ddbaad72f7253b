// The keyboard help of every page; only search-entry.tsx loads it.
import { useTexts } from '../i18n.ts'
import KeyboardHelp from '../ui/keyboard-help.tsx'

export default function Help({ onClose, mac }: { onClose: () => void; mac: boolean }) {
  const t = useTexts('shell')
  return (
    <KeyboardHelp
      onClose={onClose}
      groups={[
        {
          heading: t('keysEverywhere'),
          keys: [
            { keys: [mac ? '⌘' : 'Ctrl', 'K'], does: t('search') },
            { keys: ['?'], does: t('keyboard') },
            { keys: ['Esc'], does: t('keysClose') },
          ],
        },
        {
          heading: t('keysLists'),
          keys: [
            { keys: ['↑', '↓'], does: t('keysMove') },
            { keys: ['Shift'], does: t('keysRange') },
            { keys: ['Space', '↑ ↓', 'Space'], does: t('keysArrange') },
          ],
        },
      ]}
    />
  )
}
