// The text of a file that somebody has chosen, whatever its encoding.
import { decodeText } from '@lyceum/kit/text/csv'

export const textOf = async (file: File): Promise<string> => decodeText(new Uint8Array(await file.arrayBuffer()))
