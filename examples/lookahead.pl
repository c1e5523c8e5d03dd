#!/usr/bin/env perl
# A manager that plans both unit phases of a turn with the rules of `deathdome engine`.
#
#     deathdome sim --seats "command:perl examples/lookahead.pl,greedy" --matches 10
#
# The service says what is legal, what it leads to, and the odds of attacks. This program adds a
# judgement of positions in credits, and the search. Arguments, if any, are the command of the
# engine. Core modules only; docs/engine.md and docs/managers-protocol.md describe the messages.
use strict;
use warnings;
use IPC::Open2;
use JSON::PP;
use List::Util qw(max min sum0);

# The store cards to buy, and the unit for each, as far as the store has them and the money lasts.
my @WISHES = (
    ['pre-signed-consent-form', 'medic'], ['apology-rifle', 'gunner'], ['whoopee-maul', 'warrior'],
    ['guillotine-on-a-stick', 'warrior'], ['hyperbranched-aramid-blast-suit', 'warrior'],
    ['secondhand-knees', 'warrior'], ['feathered-breastplate', 'scout'],
    ['rusty-chainsaw', 'warrior'],
);

# Credits. A tower pays as much as five points, and counts as five for supply.
my ($POINT, $TOWER, $SHELL) = (100_000, 500_000, 100_000);
my %UNIT = (warrior => 384_000, gunner => 384_000, scout => 313_000, medic => 334_000);
my @FEW = (1_500_000, 350_000, 59_000, 0);    # more for a death that leaves 0, 1, 2 or 3 units
my ($WOUND, $FRAIL) = (12_000, 38_000);       # a wound, and the risk with one point of vitae left
my $BASE = 114_000;                           # for a unit that has not left its base
my $DRAW = 40_000;                            # another card in each turn, for five supply
my ($CARD, $VALUE) = (9_000, 5_500);          # a card that is spent, and a point of its value
my $FIGHT = 120_000;                          # an enemy who may be attacked
my $GUARD = 1.25;      # of a tower's pay, for standing on it while others move last
my $KEPT = 0.89;       # chance to keep a point for a turn
my $HOPE = 0.65;       # of a job that a unit is on its way to,
my $PACE = 0.72;       # and for each unit phase until it is there
my $DANGER = 0.6;      # of what enemies could do in their next turn
my $COVER = 0.8;       # of the hand, in defence
my $RETAKE = 0.5;      # of a point that they could take
my $OUT = qr/^(?:jail|box)/;

# The search.
my ($WIDTH, $EACH) = (12, 2);     # first phases that are continued: in all, and of each sketch
my $LIKELY = 0.85;                # chance of a death that the second phase may build on
my ($WALKS, $SPOTS) = (6, 3);     # walks of a unit; spaces from which it attacks an enemy
my @VERBS = qw(activate walk attack capture release use play);

$| = 1;
my $json = JSON::PP->new->utf8;
my ($from, $to);
open2($from, $to, @ARGV ? @ARGV : qw(deathdome engine));
my ($team, $seats, @points, %pays, @releases, %jail_of, %items, %power);
my (%x, %y, %near, %steps);    # by space: column, row, neighbours, steps to all others
my %now;                       # what the view of this decision says
my @plan;                      # the rest of the turn

sub engine {    # send all requests, then read the replies, so both sides work at once
    print {$to} map { $json->encode($_) . "\n" } @_;
    $to->flush;
    my @replies = map { $json->decode(scalar <$from>) } @_;
    return wantarray ? @replies : $replies[0];
}

# -- the board ------------------------------------------------------------------------------------

sub survey {    # walls and lava block; a tower is entered from a bridge
    my ($board) = @_;
    my ($column, $first) = $board->{first} =~ /^([a-z]+)([0-9]+)$/;
    my (%sign, %at);
    for my $u (0 .. $board->{width} - 1) {
        for my $v (0 .. $board->{height} - 1) {
            my $space = $column . ($first + $v);
            ($x{$space}, $y{$space}, $at{"$u $v"}) = ($u, $v, $space);
            $sign{$space} = substr $board->{rows}[$v], $u, 1;
        }
        $column++;
    }
    my %thin = map { ("@$_" => 1, "$_->[1] $_->[0]" => 1) } @{ $board->{thin_walls} };
    for my $here (grep { $sign{$_} !~ /[#~J]/ } sort keys %sign) {
        for my $u ($x{$here} - 1 .. $x{$here} + 1) {
            for my $there (grep { defined } map { $at{"$u $_"} } $y{$here} - 1 .. $y{$here} + 1) {
                my $pair = $sign{$here} . $sign{$there};
                next if $pair =~ /[#~J]/ || $thin{"$here $there"} || $here eq $there;
                push @{ $near{$here} }, $there unless $pair =~ /[TC]/ && $pair =~ /[^TC=]/;
            }
        }
    }
}

sub steps {    # from a space to every other, without units
    my ($start) = @_;
    return $steps{$start} //= do {
        my %found = ($start => 0);
        my @open = $start;
        while (defined(my $here = shift @open)) {
            for my $there (grep { !exists $found{$_} } @{ $near{$here} // [] }) {
                $found{$there} = 1 + $found{$here};
                push @open, $there;
            }
        }
        \%found;
    };
}

sub apart { my ($a, $b) = @_; return max(abs($x{$a} - $x{$b}), abs($y{$a} - $y{$b})) }

# -- what things are worth, by the view -----------------------------------------------------------

sub prepare {
    my ($view) = @_;
    my ($order, $units) = @$view{qw(order units)};
    %now = (view => $view, units => $units, names => [sort keys %$units]);
    $now{rival} = $seats == 2 ? 1 : 1 / $seats;    # of what another team loses
    my $turn = $view->{turn} ? $view->{turn}{team} : $team;
    my ($mine) = grep { $order->[$_] eq $turn } 0 .. $#$order;
    for my $i (0 .. $#$order) {
        my $side = $order->[$i];
        my $left = $now{left}{$side} = $view->{rounds} - $view->{round} + ($i > $mine ? 1 : 0);
        $now{share}{$side} = ($left + ($i == $mine ? 0.5 : 0)) / $view->{rounds};
        for my $point (@points) {
            my $supply = $DRAW * $left * $pays{$point} / $TOWER;
            my $kept = $pays{$point} == $TOWER ? 1 : $KEPT ** $left;
            $now{pay}{$side}{$point} = $pays{$point} * $kept + $supply;
        }
    }
    my %freed;
    for my $name (@{ $now{names} }) {
        my $unit = $units->{$name};
        my $share = $now{share}{ $unit->{team} };
        my $sign = $unit->{team} eq $team ? 1 : -$now{rival};
        my $price = $share * max(map { $UNIT{$_} // 350_000 } @{ $unit->{types} });
        $now{price}{$name} = $price;
        $now{standing}{ $unit->{team} }++ if $unit->{at} !~ $OUT;
        $freed{$1} += $sign * ($price - $BASE * $share) if $unit->{at} =~ /^jail:(.*)/;
        $now{jobs}{$name} = $FIGHT * $now{rival} if $sign < 0 && exists $x{ $unit->{at} };
    }
    for my $space (@releases) {
        my $gain = $freed{ $jail_of{$space} } // 0;
        $now{jobs}{$space} = $gain if $gain > 0;
    }
    for my $point (@points) {
        my $owner = $view->{points}{$point};
        my $lost = $owner ? $now{rival} * $now{pay}{$owner}{$point} : 0;
        $now{jobs}{$point} = $now{pay}{$team}{$point} + $lost if $owner ne $team;
        $now{jobs}{"guard $point"} = $GUARD * $TOWER
            if $pays{$point} == $TOWER && $order->[-1] ne $team && $now{left}{$team};
    }
    $now{enemies} = [map { enemy($_) } grep { $units->{$_}{team} ne $team } @{ $now{names} }];
}

sub enemy {    # what an enemy could hit and take in its next turn, with one unit phase or with both
    my ($name) = @_;
    my $unit = $now{units}{$name};
    my $side = $unit->{team};
    return if $unit->{at} =~ $OUT || $unit->{down} || !$now{left}{$side};
    my $steps = steps(place($name, $unit->{at}));
    my $stake = $now{left}{$team} ? $RETAKE : 1 / $DANGER;    # in the end nothing is taken back
    my (%arms, @hits, @takes);
    $arms{ $_->{range} } = max($_->{strength}, $arms{ $_->{range} } // 0) for @{ $unit->{arms} };
    for my $phases (1, 2) {
        my @reach = grep { $steps->{$_} <= $phases * $unit->{movement} } keys %$steps;
        my (%hits, @list);
        for my $range (keys %arms) {
            my @edge = @reach;
            my %zone = map { $_ => 1 } @edge;
            @edge = grep { !$zone{$_}++ } map { @{ $near{$_} // [] } } @edge for 1 .. $range;
            $hits{$_} = max($arms{$range}, $hits{$_} // 0) for keys %zone;
        }
        for my $point (grep { $pays{$_} } @reach) {
            my $gain = $stake * $now{rival} * $now{pay}{$side}{$point};
            my $lost = $stake * $now{pay}{$team}{$point};
            push @list, [$gain, $point, ''], [$gain + $lost, $point, $team];
        }
        push @hits, \%hits;
        push @takes, [sort { $b->[0] <=> $a->[0] || $a->[1] cmp $b->[1] } @list];
    }
    my $plain = grep { $items{$_}{text} =~ /may not play power cards/ } @{ $unit->{items} };
    return { name => $name, hits => \@hits, takes => \@takes, cover => $plain ? 0 : $COVER,
        cards => $now{view}{teams}{$side}{cards} };
}

sub place {    # a space for a place, which may be a base
    my ($unit, $at) = @_;
    return $at eq 'base' ? $now{view}{teams}{ $now{units}{$unit}{team} }{base} : $at;
}

sub wounds {    # the cost of the wounds of a unit
    my ($name, $vitae) = @_;
    my $lost = $now{units}{$name}{most} - $vitae;
    return $lost <= 0 ? 0 : $WOUND * $lost + ($vitae > 0 && $vitae < 4 ? $FRAIL / $vitae ** 2 : 0);
}

sub death {    # the cost of the death of a unit
    my ($name) = @_;
    my $left = $now{standing}{ $now{units}{$name}{team} } - 1;
    my $few = $FEW[min(3, $left)] * ($left && !$now{left}{$team} ? 0.2 : 1);    # too late for more
    return $SHELL + $now{price}{$name} + $few;
}

# -- the worth of a node, which is a position with the actions that lead to it --------------------

sub worth {
    my ($node) = @_;
    my ($at, $vitae, $owners) = @$node{qw(at vitae owners)};
    my $total = $node->{luck};
    for my $point (grep { $owners->{$_} } @points) {
        my $owner = $owners->{$point};
        $total += $now{pay}{$owner}{$point} * ($owner eq $team ? 1 : -$now{rival});
    }
    my @mine;
    for my $name (grep { $at->{$_} !~ $OUT } @{ $now{names} }) {
        my $side = $now{units}{$name}{team};
        my $value = $now{price}{$name} - wounds($name, $vitae->{$name});
        $value -= $BASE * $now{share}{$side} if $at->{$name} eq 'base';
        $total += $side eq $team ? $value : -$now{rival} * $value;
        push @mine, $name if $side eq $team;
    }
    return $total + jobs($node, @mine) - $DANGER * danger($node, @mine);
}

sub jobs {    # what units are on their way to: one job for each, and one unit for each job
    my ($node, @mine) = @_;
    my ($at, $owners) = @$node{qw(at owners)};
    my ($total, %done) = (0);
    my @lists = map { offers($_, $at->{$_}) } @mine;
    while (@lists) {
        for my $list (@lists) {    # forget what has been done
            my $skip = 0;
            for my $offer (@$list) {
                my $job = $offer->[1];
                my $own = ($owners->{ $job =~ s/^guard //r } // '') eq $team ? 1 : 0;
                my $fits = $own == ($job =~ /^guard/ ? 1 : 0) && !$done{$job};
                last if $fits && ($at->{$job} // '') !~ $OUT;
                $skip++;
            }
            $list = [@$list[$skip .. $#$list]] if $skip;
        }
        @lists = sort { $b->[0][0] <=> $a->[0][0] } grep { @$_ } @lists or last;
        my $taken = shift @lists;
        $total += $taken->[0][0];
        $done{ $taken->[0][1] } = 1;
    }
    return $total;
}

sub offers {    # the jobs of a unit from a space, the best first
    my ($name, $at) = @_;
    return $now{offers}{"$name $at"} //= do {
        my $unit = $now{units}{$name};
        my $steps = steps(place($name, $at));
        my $pace = max(1, $unit->{movement});
        my $reach = max(map { $_->{range} } @{ $unit->{arms} });
        my @offers;
        for my $job (keys %{ $now{jobs} }) {
            my $foe = $now{units}{$job};
            my $way = $steps->{ $foe ? $foe->{at} : $job =~ s/^guard //r } // next;
            $way = max(0, $way - $reach) if $foe;
            my $gain = $now{jobs}{$job} * $HOPE * $PACE ** ($way / $pace) - 2_000 * $way;
            push @offers, [$gain, $job] if $gain > 0 && $way <= $pace * (2 * $now{left}{$team} + 1);
        }
        [sort { $b->[0] <=> $a->[0] || $a->[1] cmp $b->[1] } @offers];
    };
}

sub danger {    # the worst of what enemies could do: two act, or one with both phases
    my ($node, @mine) = @_;
    my ($at, $vitae, $owners) = @$node{qw(at vitae owners)};
    my %stands = map { $at->{$_} => 1 } @mine;
    my (@near, @far);
    for my $enemy (grep { $at->{ $_->{name} } !~ $OUT } @{ $now{enemies} }) {
        for my $both (0, 1) {
            my ($worst, $aim) = (0, '');
            for my $name (@mine) {
                my $loss = loss($enemy, $both, $name, $at->{$name}, $vitae->{$name}, $node->{hand});
                ($worst, $aim) = ($loss, $name) if $loss > $worst;
            }
            for my $take (@{ $enemy->{takes}[$both] }) {
                my ($loss, $point, $owner) = @$take;
                last if $loss <= $worst;
                ($worst, $aim) = ($loss, $point) if $owners->{$point} eq $owner && !$stands{$point};
            }
            push @{ $both ? \@far : \@near }, [$worst, $aim];
        }
    }
    my ($first, $second) = sort { $b->[0] <=> $a->[0] || $a->[1] cmp $b->[1] } @near;
    my $two = $first ? $first->[0] : 0;
    $two += $second->[0] * ($first->[1] eq $second->[1] ? 0.4 : 1) if $second;
    return max($two, map { $_->[0] } @far);
}

sub loss {    # what an attack of an enemy on a unit would cost
    my ($enemy, $both, $name, $at, $vitae, $hand) = @_;
    return $enemy->{loss}{"$both $name $at $vitae $hand"} //= do {
        my $wounds = ($enemy->{hits}[$both]{$at} // -99) - $now{units}{$name}{toughness};
        my $need = $vitae - $wounds + $enemy->{cover} * $hand;    # what its cards must add
        my $dies = $need <= 0 ? 0.8 : max(0, 0.8 * (1 - $need / (2.2 * $enemy->{cards} + 1)));
        my $left = max(1, $vitae - max(0, $wounds + 1));
        my $opens = ($pays{$at} // 0) == $TOWER ? $TOWER * ($now{left}{$team} ? $RETAKE : 1) : 0;
        $wounds < -20 ? 0 : $dies * (death($name) + $opens)
            + (1 - $dies) * (wounds($name, $left) - wounds($name, $vitae));
    };
}

# -- the search -----------------------------------------------------------------------------------

sub apply {    # the request for actions in the position of a node
    my ($node, $show, @actions) = @_;
    return { type => 'apply', position => $node->{position}, actions => \@actions,
        settle => 'default', show => $show, verbs => \@VERBS };
}

sub node {    # of a reply with pieces
    my ($reply, $luck, @path) = @_;
    my ($units, $owners) = @{ $reply->{pieces} }{qw(units points)};
    my %part = map { my $part = $_; $part => { map { $_ => $units->{$_}{$part} } keys %$units } }
        qw(at vitae);
    my $node = { %$reply, %part, owners => $owners, luck => $luck, path => \@path,
        hand => sum0(map { $_->{value} } @{ $now{view}{hand} }) };
    $node->{worth} = worth($node);
    return $node;
}

sub child {    # a node that needs no rules: a unit goes somewhere, and may capture or release
    my ($node, $space, @actions) = @_;
    my %new = (%$node, path => [@{ $node->{path} }, @actions], at => { %{ $node->{at} } });
    $new{at}{ $node->{unit} } = $space;
    $new{owners} = { %{ $node->{owners} }, $space => $team } if grep { $_ eq 'capture' } @actions;
    if (grep { $_ eq 'release' } @actions) {
        $_ = 'base' for grep { $_ eq "jail:$jail_of{$space}" } values %{ $new{at} };
    }
    $new{worth} = worth(\%new);
    return \%new;
}

sub ranked {    # the best node first
    return sort { $b->{worth} <=> $a->{worth} || "@{ $a->{path} }" cmp "@{ $b->{path} }" } @_;
}

sub search {    # all plans of one more unit phase from these nodes, the best first
    my @nodes = my @plans = @_;
    my (@starts, @begun, @spots, @uses);
    for my $node (@nodes) {
        push @begun, $node if $node->{kind} eq 'unit phase';
        push @starts, map { [$node, $_] } grep { /^activate/ } @{ $node->{options} };
    }
    push @begun, asked(@starts);
    for my $node (@begun) {
        push @plans, quiet($node);
        push @spots, spots($node);
    }
    my @armed = grep { $_->{options} } asked(@spots);
    for my $node (@nodes, @begun) {
        my @abilities = grep { /^(?:use|play)/ } @{ $node->{options} };
        push @uses, map { [$node, $_] } @abilities[0 .. min(11, $#abilities)];
    }
    return ranked(@plans, attacks(@begun, @armed), uses(@uses));
}

# Nodes after an action that moves no other piece; the service adds the options. After a phase of
# another unit that did nothing but walk and capture, they are the same as before it.
sub asked {
    my @tries = @_;
    my (@keys, %ask);
    for my $i (0 .. $#tries) {
        my ($node, $action, $moved) = @{ $tries[$i] };
        my $key = $moved ? "$node->{unit} $action" : $action;
        my $first = $node->{first};
        my $alike = $first && $key !~ /\Q$first\E/
            && !grep { /^(?:attack|release|use|play)/ } @{ $node->{path} };
        $key .= " $node->{position}" unless $alike && $now{asked}{$key};
        push @keys, $key;
        $ask{$key} = apply($node, ['options'], $action) unless $now{asked}{$key};
    }
    my @open = sort keys %ask;
    @{ $now{asked} }{@open} = engine(@ask{@open});
    my @found;
    for my $i (grep { ($now{asked}{ $keys[$_] }{kind} // '') eq 'unit phase' } 0 .. $#tries) {
        my ($node, $action, $moved) = @{ $tries[$i] };
        my $reply = $now{asked}{ $keys[$i] };
        $now{asked}{ $keys[$i] =~ s/ \d+$//r } //= $reply;
        push @found, { %{ $moved // $node }, %$reply{qw(position kind unit options)},
            path => [@{ $node->{path} }, $action] };
    }
    return @found;
}

sub good {    # the spaces to which a unit can walk, the best first
    my ($node) = @_;
    my ($name, %good) = ($node->{unit});
    for my $at (map { /^walk (.*)/ } @{ $node->{options} }) {
        my $offers = offers($name, $at);
        my @unit = ($name, $at, $node->{vitae}{$name}, $node->{hand});
        my $loss = max(0, map { loss($_, 0, @unit) } @{ $now{enemies} });
        $good{$at} = (@$offers ? $offers->[0][0] : 0) - $DANGER * $loss;
    }
    return sort { $good{$b} <=> $good{$a} || $a cmp $b } keys %good;
}

sub quiet {    # plans that walk, capture and release
    my ($begun) = @_;
    my $here = $begun->{at}{ $begun->{unit} };
    my @to = good($begun);
    my @best = @to[0 .. min($WALKS - 1, $#to)];
    my @plans = ranked(map { child($begun, $_, "walk $_") } @best);
    ($begun->{later}) = ranked({%$begun}, @plans);
    push @plans, map { child($begun, $_, "walk $_", deed($begun, $_)) }
        grep { deed($begun, $_) } @to;
    for my $action (grep { /^(?:capture|release)/ } @{ $begun->{options} }) {
        my $done = child($begun, $here, $action);
        push @plans, $done, map { child($done, $_, "walk $_") } @best;
    }
    return @plans;
}

sub deed {    # what there is to do on a space
    my ($node, $at) = @_;
    return 'capture' if ($node->{owners}{$at} // $team) ne $team;
    my $jail = 'jail:' . ($jail_of{$at} // '');
    return 'release' if grep { $_ eq $jail } values %{ $node->{at} };
    return ();
}

sub spots {    # walks to the best spaces in range of each enemy
    my ($begun) = @_;
    my $range = max(map { $_->{range} } @{ $now{units}{ $begun->{unit} }{arms} });
    my @to = grep { exists $x{$_} } good($begun);
    my %spots;
    for my $foe (grep { $now{units}{$_}{team} ne $team } @{ $now{names} }) {
        next unless exists $x{ $begun->{at}{$foe} };
        my @close = grep { apart($_, $begun->{at}{$foe}) <= $range } @to;
        $spots{$_} = 1 for @close[0 .. min($SPOTS - 1, $#close)];
    }
    return map { [$begun, "walk $_", child($begun, $_)] } sort keys %spots;
}

sub attacks {    # plans that attack from these nodes
    my (@about, %asks, @plans);
    my @sets = stakes(@{ $now{view}{hand} });
    for my $node (@_) {
        for my $action (grep { /^attack (\S+)/ } @{ $node->{options} }) {
            my ($target) = $action =~ /^attack (\S+)/;
            # The same attack from another space has the same odds.
            my $walked = ($node->{path}[-1] // '') =~ /^walk/ ? 1 : 0;
            my $vitae = $node->{vitae}{$target} // $node->{position};
            my $key = "$node->{unit} $action $walked $vitae";
            push @about, [$node, $action, $key];
            $asks{$key} //= [map { odds($node, $action, $_) } @sets] unless $now{odds}{$key};
        }
    }
    my @keys = sort keys %asks;
    my @odds = engine(map { @{ $asks{$_} } } @keys);
    $now{odds}{$_} = [splice @odds, 0, scalar @sets] for @keys;
    for (@about) {
        my ($node, $action, $key) = @$_;
        # A timid planner never fights: where the unit stands afterwards does not count, if it
        # has a better place within reach.
        my $then = $node->{later} // $node;
        my $odds = $now{odds}{$key};
        my ($best) = ranked(map { after_attack($then, $odds->[$_], $sets[$_]) } 0 .. $#sets);
        my @path = (@{ $node->{path} }, $action);
        push @plans, { %$node, %$best{qw(worth luck hand laid)}, path => \@path };
    }
    return @plans;
}

sub after_attack {    # the node with what the attack is worth by its odds, and without the cards
    my ($node, $odds, $set) = @_;
    my ($price, @cards) = @$set;
    my $hand = $node->{hand} - sum0(map { value($_) } @cards);
    return if $hand < 0;    # an earlier attack has taken them
    my %new = (%$node, hand => $hand, luck => $node->{luck} + hit($odds) - $price);
    $new{laid} = \@cards if ($odds->{death}[0] // 0) > $LIKELY;
    $new{worth} = worth(\%new);
    return \%new;
}

sub odds {    # the request for the odds with a set of cards; without an action of the open attack
    my ($node, $action, $set) = @_;
    my (undef, @cards) = @$set;
    return { type => 'odds', position => $node->{position}, staged => \@cards,
        $action ? (action => $action) : () };
}

sub stakes {    # sets of cards to play in an attack, with their price: the highest ones first
    my @hand = sort { $b->{value} <=> $a->{value} || $a->{id} cmp $b->{id} } @_;
    my ($price, @laid) = (0);
    my @sets = [0];
    for my $card (@hand) {
        push @laid, "lay $card->{id}";
        $price += ($CARD + $VALUE * $card->{value}) * ($now{left}{$team} ? 1 : 0.3);
        push @sets, [$price, @laid];
    }
    return @sets;
}

sub hit {    # what an attack is worth, by its odds
    my ($odds) = @_;
    my $total = 0;
    for my $one (@{ $odds->{units} // [] }) {
        my $name = $one->{unit};
        my $left = max(1, $one->{vitae} - $one->{expected});
        my $hurt = wounds($name, $left) - wounds($name, $one->{vitae});
        my $sign = $now{units}{$name}{team} eq $team ? -1 : $now{rival};
        $total += $sign * ($one->{dies} * death($name) + $one->{hurt} * $hurt);
    }
    return $total;
}

sub uses {    # plans that use an ability of an item or a card
    my @tries = @_;
    my @replies = engine(map { apply($_->[0], ['options', 'pieces'], $_->[1]) } @tries);
    my @plans;
    for my $i (grep { $replies[$_]{pieces} } 0 .. $#replies) {
        my ($node, $action) = @{ $tries[$i] };
        my $cost = $action =~ /^play (\S+)/ ? $CARD + $VALUE * $power{$1} : 2_000;
        push @plans, node($replies[$i], $node->{luck} - $cost, @{ $node->{path} }, $action);
    }
    return @plans;
}

sub root {    # the node of a decision, with the unseen cards dealt at random
    my ($ask) = @_;
    prepare($ask->{view});
    my $world = engine({ type => 'determinize', position => $ask->{position}, seed => $ask->{seed},
        show => ['options', 'pieces'], verbs => \@VERBS });
    return $world->{type} eq 'error' ? undef : node($world, 0);
}

sub sketch {    # the unit of a phase, and if it acts: a walk may prepare more than a capture brings
    my ($node) = @_;
    my ($unit, @rest) = @{ $node->{path} };
    return ($unit // '') . (grep({ !/^walk/ } @rest) ? ' acts' : ' walks');
}

sub plan {    # the actions of the best turn
    my ($ask) = @_;
    return $ask->{options}[0] if @{ $ask->{options} } == 1;
    my $root = root($ask) or return $ask->{default};
    my @plans = search($root);
    my %count;
    my @first = grep { $count{ sketch($_) }++ < $EACH } @plans;
    splice @first, $WIDTH if @first > $WIDTH;
    my @played = engine(map { apply($root, [], @{ $_->{path} }, @{ $_->{laid} // [] }) } @first);
    my @open = grep { ($played[$_]{kind} // '') eq 'unit phase' } 0 .. $#first;
    my @replies = engine(map { apply($played[$_], ['options', 'pieces'], 'end phase') } @open);
    my @next;
    for my $i (grep { $replies[$_]{pieces} } 0 .. $#replies) {
        my ($plan, $reply) = ($first[$open[$i]], $replies[$i]);
        next if $reply->{kind} ne 'turn' || $reply->{seat} ne $team;
        my $node = node($reply, $plan->{luck}, @{ $plan->{path} }, 'end phase');
        $node->{hand} = $plan->{hand};
        $node->{worth} = worth($node);
        if (grep { /^attack/ } @{ $plan->{path} }) {    # it counts by its odds, not as it came out
            $node->{luck} += $plan->{worth} - $node->{worth};
            $node->{worth} = $plan->{worth};
        }
        ($node->{first}) = $plan->{path}[0] =~ /^activate (.*)/ if @{ $plan->{path} };
        push @next, $node;
    }
    my ($best) = ranked(@plans, search(@next));
    my @path = @{ $best->{path} };
    return (@path, $root->{kind} eq 'turn' && !@path ? 'end turn' : 'end phase');
}

# -- other questions ------------------------------------------------------------------------------

sub attack_cards {    # the set of cards that is worth most
    my ($ask) = @_;
    prepare($ask->{view});
    my @hand = @{ $ask->{view}{hand} };
    my @sets = (stakes(@hand), map { (stakes($_))[1] } @hand);
    my @odds = engine(map { odds($ask, '', $_) } @sets);
    my $node = node({ pieces => $ask->{view} }, 0);
    my @worth = map { after_attack($node, $odds[$_], $sets[$_])->{worth} } 0 .. $#sets;
    my ($best) = sort { $worth[$b] <=> $worth[$a] || $a <=> $b } 0 .. $#sets;
    return $sets[$best][1] // $ask->{default};
}

sub defence_cards {    # an ability that helps, or the smallest card that saves a unit
    my ($ask) = @_;
    my @lays = sort { value($a) <=> value($b) || $a cmp $b } grep { /^lay/ } @{ $ask->{options} };
    prepare($ask->{view});
    my $odds = engine({ type => 'odds', position => $ask->{position} });
    my @struck = grep { $now{units}{ $_->{unit} }{team} eq $team } @{ $odds->{units} };
    my @needs = grep { $_ } map { $_->{need} } @struck;
    return $ask->{default} if !@needs;
    my $other = best_option($ask);
    return $other if $other =~ /^(?:use|play)/;
    return $ask->{default} if min(@needs) > sum0(map { value($_) } @lays);
    return (grep { value($_) >= min(@needs) } @lays)[0] // $lays[-1];
}

sub value { return $power{ substr $_[0], 4 } }

sub best_option {    # the option that leads to the best position
    my ($ask) = @_;
    my @options = @{ $ask->{options} };
    splice @options, 24 if @options > 24;
    my $root = root($ask) or return $ask->{default};
    my @replies = engine(map { apply($root, ['pieces'], $_) } @options);
    my %worth = ($ask->{default} => -9e9);
    for my $i (grep { $replies[$_]{pieces} } 0 .. $#replies) {
        my $cost = $options[$i] eq $ask->{default} ? 0 : 2_000;
        $cost = 15_000 if $options[$i] =~ /^(?:lay|play)/;
        $worth{ $options[$i] } = node($replies[$i], -$cost)->{worth};
    }
    return (sort { $worth{$b} <=> $worth{$a} || $a cmp $b } keys %worth)[0];
}

sub jail {    # the one whose release points are farthest from the enemies
    my ($ask) = @_;
    prepare($ask->{view});
    my $units = $now{units};
    my @foes = grep { $units->{$_}{team} ne $team && $units->{$_}{at} !~ $OUT } @{ $now{names} };
    my @steps = map { steps(place($_, $units->{$_}{at})) } @foes;
    my %way;
    for my $option (@{ $ask->{options} }) {
        my @open = grep { "jail $jail_of{$_}" eq $option } @releases;
        $way{$option} = min(99, map { my $steps = $_; map { $steps->{$_} // 99 } @open } @steps);
    }
    return (sort { $way{$b} <=> $way{$a} || $a cmp $b } keys %way)[0];
}

sub store {    # the next wish that the team can afford, for its unit
    my ($ask) = @_;
    my %can = map { $_ => 1 } @{ $ask->{options} };
    for my $wish (@WISHES) {
        my ($item, $unit) = @$wish;
        return "equip $item $team.$unit" if $can{"equip $item $team.$unit"};
    }
    my ($item) = grep { $can{"buy $_"} } map { $_->[0] } @WISHES;
    return $item ? "buy $item" : $ask->{default};
}

# -- the match ------------------------------------------------------------------------------------

sub answer {
    my ($ask) = @_;
    my $kind = $ask->{kind};
    if ($kind eq 'turn' || $kind eq 'unit phase') {
        my $next = shift @plan;
        unless (defined $next && grep { $_ eq $next } @{ $ask->{options} }) {
            @plan = plan($ask);
            $next = shift @plan;
        }
        @plan = () if $next =~ /^(?:attack|use|play)/;    # then plan again: the result is open
        return $next;
    }
    return store($ask) if $kind eq 'purchase';
    return jail($ask) if $kind eq 'jail';
    return attack_cards($ask) if $kind eq 'attack cards';
    return defence_cards($ask) if $kind eq 'defence cards';
    return $ask->{default} if $kind eq 'auction' || @{ $ask->{options} } == 1;
    my ($attack) = grep { /^attack/ } @{ $ask->{options} };
    return $attack // best_option($ask);
}

while (my $line = <STDIN>) {
    my $message = $json->decode($line);
    if ($message->{type} eq 'begin') {
        my ($board, $cards) = @$message{qw(board cards)};
        ($team, $seats) = @$message{qw(team seats)};
        %items = map { $_->{id} => $_ } @{ $cards->{items} };
        %power = map { $_->{id} => $_->{value} } @{ $cards->{power} };
        @points = sort @{ $board->{points} };
        %pays = ((map { $_ => $POINT } @points), map { $_ => $TOWER } @{ $board->{towers} });
        %jail_of = %{ $board->{releases} };
        @releases = sort keys %jail_of;
        survey($board);
        print $json->encode({ type => 'ready', schema => 1, name => 'lookahead' }), "\n";
    }
    elsif ($message->{type} eq 'decide') {
        print $json->encode({ number => $message->{number}, option => answer($message) }), "\n";
    }
}
