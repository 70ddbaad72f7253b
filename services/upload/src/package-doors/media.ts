// Media types of files in packages: a browser runs scripts and draws pages by them alone. Without a letter code: the page names its own.
import { kindOf } from '../rows/kinds.ts'
import { extensionOf } from '../rows/names.ts'

const ofWeb: Partial<Record<string, string>> = {
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'application/xhtml+xml',
  xht: 'application/xhtml+xml',
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  map: 'application/json',
  xml: 'text/xml',
  xsd: 'text/xml',
  xsl: 'text/xml',
  xslt: 'text/xml',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json',
  wasm: 'application/wasm',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  eot: 'application/vnd.ms-fontobject',
  ico: 'image/x-icon',
  avif: 'image/avif',
  webp: 'image/webp',
  vtt: 'text/vtt',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  ogv: 'video/ogg',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
  pdf: 'application/pdf',
  txt: 'text/plain',
}

export const packageMediaOf = (path: string): string => {
  const extension = extensionOf(path)
  return ofWeb[extension] ?? kindOf(extension)?.media ?? 'application/octet-stream'
}
