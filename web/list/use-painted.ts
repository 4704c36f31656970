import { useEffect, useState } from 'preact/hooks';

/** False in what a component draws first, true once that is painted. */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => setPainted(true), []);
  return isPainted;
}
