import type { ComponentProps } from 'preact';

import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';

type Props = ComponentProps<'button'>;

/** A button that sends no form. */
export const Button = (props: Props) => <button type="button" class="button" {...props} />;

/** A button that is a sign, with its name for screen readers. */
export const IconButton = ({ icon, ...props }: Props & { icon: IconName }) => (
  <Button class="icon-button" {...props}>
    <Icon name={icon} />
  </Button>
);
