// The reason why no work is taken, as a sentence. It is loaded with the texts of refusals, which a good answer does not bring.
import { translateIfPresent } from '../../../i18n.ts'

export default function WorkRefusal({ code }: { code: string }) {
  return <p className="text-small text-text-2">{translateIfPresent('errors', code)}</p>
}
