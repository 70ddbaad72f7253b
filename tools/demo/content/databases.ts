// Basis Data, in Indonesian.
import type { DemoCourse } from './types.ts'

export const databases: DemoCourse = {
  teacher: 'T1005',
  students: 18,
  name: 'Basis Data',
  code: 'COMP 220',
  department: 'Mathematics',
  public_scope: 'organisation',
  language: 'id',
  first: 0.37,
  unreviewed: true,
  cover: 11,
  outline: 'Tabel, pertanyaan kepada tabel, dan apa yang terjadi saat dua orang bertanya bersamaan.',
  modules: [
    {
      name: 'Tabel dan kunci',
      items: [
        {
          type: 'page',
          title: 'Satu fakta di satu tempat',
          body: '<p>Jika suatu hal ditulis dua kali, cepat atau lambat salah satunya keliru.</p>',
        },
        {
          type: 'online_video',
          title: 'Bentuk normal dalam sepuluh menit',
          due: -28,
          film: {
            file: 'bentuk-normal.mp4',
            kind: 'grid',
            seconds: 100,
            slides: [
              {
                title: 'Bentuk normal',
                lines: ['Basis Data', 'Dr. Budi Santoso'],
                say: ['Tiga aturan, dan satu kalimat untuk mengingatnya.'],
              },
              { title: 'Kunci', lines: ['Setiap kolom bergantung pada kunci'], say: ['Setiap kolom menyatakan sesuatu tentang kunci,'] },
              { title: 'Seluruh kunci', lines: ['Bukan sebagian saja'], say: ['seluruh kunci,'] },
              { title: 'Hanya kunci', lines: ['Bukan kolom lain'], say: ['dan hanya kunci.'] },
            ],
          },
        },
        {
          type: 'page',
          title: 'Join pertama Anda',
          due: -20,
          body: `<p>Stasiun mana yang diukur lebih dari sekali?</p><pre><code data-language="sql">select s.nama, count(*)
from stasiun s join pengukuran p on p.stasiun_id = s.id
group by s.nama
having count(*) &gt; 1;</code></pre>`,
        },
        {
          type: 'learning_activity',
          title: 'Latihan 1: perpustakaan',
          due: -12,
          points: '10',
          body: '<p>Gambarkan tabel-tabel sebuah perpustakaan yang meminjamkan buku, lalu kirim gambarnya kepada tutor Anda.</p>',
        },
      ],
    },
    {
      name: 'Transaksi',
      items: [
        {
          type: 'page',
          title: 'Semua atau tidak sama sekali',
          body: '<p>Uang keluar dari satu rekening dan masuk ke rekening lain. Bagaimana jika listrik padam di antaranya?</p>',
        },
        {
          type: 'page',
          title: 'Dua sekaligus',
          due: -2,
          body: '<p>Serializable berarti seolah-olah satu demi satu. Yang lebih lemah adalah tawar-menawar, dan Anda perlu tahu harganya.</p>',
        },
        {
          type: 'learning_activity',
          title: 'Latihan 2: pembaruan yang hilang',
          due: 6,
          points: '10',
          body: '<p>Buat dua sesi kehilangan satu pembaruan dengan sengaja, lalu perbaiki.</p>',
        },
        {
          type: 'page',
          title: 'Indeks',
          after: ['Latihan 2: pembaruan yang hilang'],
          body: '<p>Buku tanpa indeks selalu dibaca dari halaman pertama.</p>',
        },
      ],
    },
  ],
}
