import { useDays } from '../ui/page-context.ts';
import type { FileFault } from './table.ts';
import { useExchangeWords } from './words.ts';

/** Why a file, or the rest of it, was not read. */
export function FileFaults({ faults }: { faults: readonly FileFault[] }) {
  const say = useSaying();
  return faults.map((fault) => (
    <p key={fault.code} class="file-fault" role="alert">
      {say(fault)}
    </p>
  ));
}

function useSaying(): (fault: FileFault) => string {
  const { faults } = useExchangeWords().importing;
  const { locale } = useDays();
  const number = new Intl.NumberFormat(locale);
  const size = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  });
  return (fault) => {
    switch (fault.code) {
      case 'too_large':
        return faults.too_large(size.format(fault.most / mebibyte), size.format(fault.found / mebibyte));
      case 'too_many_tasks':
        return faults.too_many_tasks(number.format(fault.most), number.format(fault.found));
      case 'quote_not_closed':
        return faults.quote_not_closed(fault.line);
      default:
        return faults[fault.code];
    }
  };
}

const mebibyte = 1024 * 1024;
