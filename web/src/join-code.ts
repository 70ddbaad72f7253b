// Printed join codes: `/j?p=` with base64url of {"v":1,"k":"join","c":"<access code>"}. Printed codes cannot be changed later, so the form
// is fixed; an unknown one yields its own letters, which the join page then calls invalid.
import { paths } from './paths.ts'

export function joinCode(p: string | null): string {
  if (!p) return ''
  try {
    const value = JSON.parse(atob(p.replaceAll('-', '+').replaceAll('_', '/'))) as { v?: unknown; k?: unknown; c?: unknown }
    return value.v === 1 && value.k === 'join' && typeof value.c === 'string' ? value.c : p.slice(0, 32)
  } catch {
    return p.slice(0, 32)
  }
}

export const printedJoin = (code: string) =>
  paths.printed(
    btoa(JSON.stringify({ v: 1, k: 'join', c: code }))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/=+$/, ''),
  )
