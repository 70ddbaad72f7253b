// The keyboard help of every page; only search-entry.tsx loads it.
import { useState } from 'react'
import { useTexts } from '../i18n.ts'
import { keySets } from '../ui/menus/key-sets.ts'
import KeyboardHelp from '../ui/menus/keyboard-help.tsx'
import { keyGroups } from './key-groups.ts'

export default function Help({ onClose, mac }: { onClose: () => void; mac: boolean }) {
  const t = useTexts('keys')
  const [sets] = useState(keySets)
  return <KeyboardHelp onClose={onClose} groups={keyGroups(t, { mac, sets })} />
}
